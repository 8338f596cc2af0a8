# The program alone, for a user without rights, on a file system that may be
# read-only: what it keeps is below /data.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o /adhere ./cmd/adhere && mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /adhere /usr/bin/adhere
COPY --from=build --chown=65532:65532 /data /data
ENV XDG_DATA_HOME=/data HOME=/data
WORKDIR /data
VOLUME /data
USER 65532:65532
EXPOSE 8080 8090
ENTRYPOINT ["/usr/bin/adhere"]
CMD ["--help"]

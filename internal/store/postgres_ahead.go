package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"

	"github.com/jackc/pgx/v5/stdlib"
)

// mostAhead is how many bytes of rows are read before the first is handed out.
const mostAhead = 32 << 20

// Of a statement's rows, the connections to a server read ahead as many as fit
// into memory: where they break off before the first was handed out, the
// statement can be put again.
type (
	aheadConnector struct{ driver.Connector }
	aheadConn      struct{ *stdlib.Conn }
	aheadStmt      struct{ *stdlib.Stmt }
	aheadRows      struct {
		driver.Rows
		read [][]driver.Value
		all  bool
	}
)

func (c aheadConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return aheadConn{conn.(*stdlib.Conn)}, nil
}

func (c aheadConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return ahead(c.Conn.QueryContext(ctx, query, args))
}

func (c aheadConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	st, err := c.Conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return aheadStmt{st.(*stdlib.Stmt)}, nil
}

func (s aheadStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return ahead(s.Stmt.QueryContext(ctx, args))
}

func ahead(rows driver.Rows, err error) (driver.Rows, error) {
	if err != nil {
		return nil, err
	}
	a := &aheadRows{Rows: rows}
	columns := len(rows.Columns())
	for size := 0; size < mostAhead; {
		row := make([]driver.Value, columns)
		err := rows.Next(row)
		if a.all = err == io.EOF; a.all { //nolint:errorlint // a lost connection's error may wrap it
			break
		}
		if err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		for _, v := range row {
			size += 16
			switch v := v.(type) {
			case string:
				size += len(v)
			case []byte:
				size += len(v)
			}
		}
		a.read = append(a.read, row)
	}
	return a, nil
}

func (a *aheadRows) Next(row []driver.Value) error {
	switch {
	case len(a.read) > 0:
		copy(row, a.read[0])
		a.read = a.read[1:]
		return nil
	case a.all:
		return io.EOF
	}
	return a.Rows.Next(row)
}

package web

import (
	"slices"

	"adhere/internal/accounts"
)

// A route is one thing the server answers to.
type route struct {
	method  string
	pattern string // as http.ServeMux takes it, without the method
	access  access
	handle  handler
	own     owner // nil where what is asked for belongs to nobody
}

// A handler answers a visit or says why it can't.
type handler func(*visit) error

// An owner reports whether what is asked for is the visitor's own. What is
// not is answered as if it were not there.
type owner func(*visit) (bool, error)

// routes is all there is, by subject.
func (s *Server) routes() []route {
	return slices.Concat(s.accountRoutes(), s.runRoutes(), s.campaignRoutes(), s.writingRoutes())
}

// accountRoutes are for signing in, accounts and the audit log.
func (s *Server) accountRoutes() []route {
	return []route{
		{"GET", "/{$}", signedIn(), s.showHome, nil},
		{"GET", "/assets/{hash}/{name}", anyone(), s.sendAsset, nil},
		{"GET", "/login", anyone(), s.showLogin, nil},
		{"POST", "/login", anyone(), s.login, nil},
		{"GET", providerPath, anyone(), s.leaveToSignIn, nil},
		{"GET", ReturnPath, anyone(), s.comeSignedIn, nil},
		{"POST", "/logout", signedIn(), s.logout, nil},
		{"GET", "/join/{token}", anyone(), shows("join", s.invitation), nil},
		{"POST", "/join/{token}", anyone(), s.join, nil},
		{"GET", "/account", signedIn(), shows("account", s.account), nil},
		{"POST", "/account/password", signedIn(), s.changePassword, nil},
		{"POST", "/account/sessions/{session}/end", signedIn(), s.endSession, s.ownsSession},
		{"GET", "/people", only(accounts.Admin), shows("people", s.people), nil},
		{"GET", auditPath, only(accounts.Admin), s.showAudit, nil},
		{"GET", auditPath + ".jsonl", only(accounts.Admin), s.sendAudit, nil},
		{"POST", "/people/{name}", only(accounts.Admin), s.changePerson, nil},
		{"POST", "/invites", only(accounts.Admin), s.createInvite, nil},
		{"POST", "/invites/{invite}/revoke", only(accounts.Admin), s.revokeInvite, nil},
	}
}

// runRoutes are for runs, comparisons, search and what the gateway recorded.
func (s *Server) runRoutes() []route {
	return []route{
		{"GET", "/runs", seesRuns(), s.listRuns, nil},
		{"POST", "/runs/notes", makesCampaigns(), s.noteRuns, nil},
		{"GET", "/runs/{run}", seesRuns(), on(s.runOf, s.showRun), nil},
		{"GET", "/runs/{run}/{file}", seesRuns(), on(s.runOf, s.sendResult), nil},
		{"GET", "/runs/{run}/disagreement", seesRuns(), on(s.runOf, s.showDiffer), nil},
		{"GET", "/runs/{run}/events", seesRuns(), on(s.runOf, s.watchRun), nil},
		{"GET", "/runs/{run}/items", seesRuns(), on(s.runOf, s.listItems), nil},
		{"GET", "/runs/{run}/items/{position}", seesRuns(), s.showItem, nil},
		{"GET", "/runs/{run}/items/{position}/answer.txt", seesRuns(), s.sendAnswer, nil},
		{"GET", "/search", seesRuns(), s.showSearch, nil},
		{"GET", "/compare", seesRuns(), s.choosePair, nil},
		{"GET", "/compare/{a}/{b}", seesRuns(), s.listPairs, nil},
		{"GET", "/compare/{a}/{b}/{position}", seesRuns(), s.showPair, nil},
		{"GET", "/boards", seesRuns(), s.listBoards, nil},
		{"GET", "/boards/{bench}", seesRuns(), s.showBoard, nil},
		{"GET", "/traffic", seesRuns(), s.ofTraffic(s.listTraffic), nil},
		{"GET", "/traffic/{request}", seesRuns(), s.ofTraffic(shows("exchange", s.exchange)), nil},
		{"POST", "/traffic/{request}/case", makesCampaigns(), s.ofTraffic(s.addCase), nil},
		{"POST", "/traffic/label", makesCampaigns(), s.ofTraffic(s.labelTraffic), nil},
	}
}

// campaignRoutes are for campaigns, tasks and adjudication.
func (s *Server) campaignRoutes() []route {
	return []route{
		{"GET", "/campaigns", seesCampaigns(), s.listCampaigns, nil},
		{"POST", "/campaigns", makesCampaigns(), s.createCampaign, nil},
		{"GET", "/campaigns/new", makesCampaigns(), s.newCampaign, nil},
		{"GET", "/campaigns/{campaign}", seesCampaigns(), shows("campaign", s.campaign), nil},
		{"GET", "/campaigns/{campaign}/agreement", seesCampaigns(), on(s.campaignOf, s.showAgreement), nil},
		{"GET", "/campaigns/{campaign}/files/{file}", seesCampaigns(), on(s.surveyOf, s.sendCampaignFile), nil},
		{"POST", "/campaigns/{campaign}/state", makesCampaigns(), on(s.campaignOf, s.changeCampaign), nil},
		{"GET", "/campaigns/{campaign}/close", makesCampaigns(), on(s.surveyOf, s.confirmClosing), nil},
		{"GET", "/campaigns/{campaign}/guidelines", seesCampaigns(), shows("campaign_guidelines", s.guidelines), nil},
		{"POST", "/campaigns/{campaign}/guidelines", makesCampaigns(), s.saveGuidelines, nil},
		{"GET", "/campaigns/{campaign}/practice", seesCampaigns(), shows("campaign_practice", s.practice), nil},
		{"POST", "/campaigns/{campaign}/practice", makesCampaigns(), on(s.campaignOf, s.writeUnit), nil},
		{"GET", "/campaigns/{campaign}/practice/{unit}", makesCampaigns(), on(s.taskOf, s.showMark), nil},
		{"POST", "/campaigns/{campaign}/practice/{unit}", makesCampaigns(), on(s.taskOf, s.markUnit), nil},
		{"POST", "/campaigns/{campaign}/quality", makesCampaigns(), on(s.campaignOf, s.saveQuality), nil},
		{"POST", "/campaigns/{campaign}/completion", makesCampaigns(), on(s.campaignOf, s.saveCompletion), nil},
		{"POST", "/campaigns/{campaign}/members", makesCampaigns(), on(s.campaignOf, s.changeMember), nil},
		{"POST", "/campaigns/{campaign}/invites", makesCampaigns(), on(s.campaignOf, s.inviteTo), nil},
		{"POST", "/campaigns/{campaign}/import", makesCampaigns(), on(s.surveyOf, s.importLabels), nil},
		{"GET", "/settle", settles(), s.listDifferences, nil},
		{"GET", "/settle/{campaign}", settles(), on(s.surveyOf, s.showQueue), nil},
		{"GET", "/settle/{campaign}/majority", settles(), on(s.surveyOf, s.showMajority), nil},
		{"POST", "/settle/{campaign}/majority", settles(), on(s.surveyOf, s.letMajorityStand), nil},
		{"GET", "/settle/{campaign}/{unit}", settles(), on(s.settlingOf, s.showSettle), nil},
		{"POST", "/settle/{campaign}/{unit}", settles(), on(s.settlingOf, s.settle), nil},
		{"GET", "/tasks", labels(), s.listWork, nil},
		{"GET", "/tasks/{campaign}", labels(), on(s.campaignOf, s.showWork), s.ownsWork},
		{"GET", "/tasks/{campaign}/guidelines", labels(), on(s.campaignOf, s.showGuidelines), s.ownsWork},
		{"POST", "/tasks/{campaign}/next", labels(), on(s.campaignOf, s.takeNext), s.ownsWork},
		{"POST", "/tasks/{campaign}/topics", labels(), on(s.campaignOf, s.likeTopics), s.ownsWork},
		{"GET", "/tasks/{campaign}/{unit}", labels(), on(s.taskOf, s.showTask), s.ownsTask},
		{"POST", "/tasks/{campaign}/{unit}", labels(), on(s.taskOf, s.saveTask), s.ownsTask},
	}
}

// writingRoutes are for writing and its lead.
func (s *Server) writingRoutes() []route {
	return []route{
		{"GET", "/writing", labels(), s.inRoom(shows("writings", s.writings)), nil},
		{"POST", "/writing", labels(), s.inRoom(s.beginWriting), nil},
		{"POST", "/writing/topics", labels(), s.inRoom(s.saveWritingTopics), nil},
		{"GET", "/writing/{writing}", labels(), shows("writing", s.writing), s.ownsWriting},
		{"GET", "/writing/{writing}/events", labels(), s.watchWriting, s.ownsWriting},
		{"POST", "/writing/{writing}/moves", labels(), s.moveWriting, s.ownsWriting},
		{"POST", "/writing/{writing}/typed", labels(), s.keepTyped, s.ownsWriting},
		{"POST", "/writing/{writing}/stop", labels(), s.stopWriting, s.ownsWriting},
		{"POST", "/writing/{writing}/retry", labels(), s.retryWriting, s.ownsWriting},
		{"POST", "/writing/{writing}/withdraw", labels(), s.withdrawInstruction, s.ownsWriting},
		{"GET", sessionsPath, collects(), s.atDesk(shows("sessions", s.progress)), nil},
		{"GET", sessionsPath + "/files/{file}", collects(), s.atDesk(s.sendSessions), nil},
		{"GET", sessionsPath + "/of/{writing}", collects(), s.atDesk(s.showSession), nil},
		{"GET", sessionsPath + "/of/{writing}/events", collects(), s.atDesk(s.followSession), nil},
		{"POST", sessionsPath + "/of/{writing}/release", collects(), s.atDesk(s.releaseSession), nil},
		{"GET", documentsPath, collects(), s.atDesk(shows("documents", s.documents)), nil},
		{"POST", documentsPath, collects(), s.atDesk(s.addDocuments), nil},
		{"POST", documentsPath + "/change", collects(), s.atDesk(s.changeDocuments), nil},
		{"GET", documentsPath + "/{document}", collects(), s.atDesk(shows("document", s.document)), nil},
		{"GET", questionsPath, collects(), s.atDesk(shows("questions", s.questions)), nil},
		{"POST", questionsPath, collects(), s.atDesk(s.saveQuestion), nil},
		{"POST", builtPath, collects(), s.atDesk(s.takeBuilt), nil},
		{"GET", questionsPath + "/new", collects(), s.atDesk(shows("question", s.newQuestion)), nil},
		{"GET", questionsPath + "/{question}", collects(), s.atDesk(shows("question", s.question)), nil},
		{"POST", questionsPath + "/{question}", collects(), s.atDesk(s.saveQuestion), nil},
		{"GET", reportPath, collects(), s.atDesk(s.reportSessions), nil},
	}
}

// nav lists the ways through the app; each is shown to who may go it, writing
// only where there is a place for it.
func (s *Server) nav() []navEntry {
	ways := []navEntry{
		{"Runs", "r", "/runs", seesRuns()},
		{"Search", "s", "/search", seesRuns()},
		{"Leaderboards", "l", "/boards", seesRuns()},
		{"Campaigns", "c", "/campaigns", seesCampaigns()},
		{"My tasks", "t", "/tasks", labels()},
		{"Adjudicate", "a", "/settle", settles()},
		{"People", "p", "/people", only(accounts.Admin)},
	}
	if s.Traffic != nil {
		ways = slices.Insert(ways, 3, navEntry{"Traffic", "f", "/traffic", seesRuns()})
	}
	if s.Writing.Room != nil {
		ways = slices.Insert(ways, len(ways)-1, navEntry{"Writing", "w", "/writing", labels()})
	}
	if s.Writing.Desk != nil {
		ways = slices.Insert(ways, len(ways)-1, navEntry{"Sessions", "e", sessionsPath, collects()})
	}
	return ways
}

type navEntry struct {
	title, key, path string
	access           access
}

/**
 * Limits on what one request, one person or one file may use: sizes, times and counts. Bytes and milliseconds, unless a name says
 * otherwise. The server, the database connection, the pages, and the tests of the proxies in `deploy/` read them here. The file has no
 * imports, so that every page can use it.
 *
 * In each chain the inner limit is the shorter one: the database gives up before the server does, the server before the proxy, the proxy
 * before the browser. So a person gets a sentence, not a closed connection. `limits.test.ts` adds up each chain.
 *
 * Limits that pages use are single numbers: a group is loaded as a whole. `server/limits.test.ts` finds limits that stand elsewhere.
 */

const kB = 1024
const MB = 1024 * kB

export const largestImageBytes = 5 * MB
/** The largest size of further evidence beside the image: photos and PDF files. */
export const largestFileBytes = 10 * MB
/** The most files of one posting, its image included. The database guards this limit, too (database/functions/evidence.sql). */
export const mostEvidence = 5
/** The most pages of a PDF. A certificate has one or two; each page is rendered for the reviewers. */
export const mostPdfPages = 20
export const largestLogoBytes = MB
export const largestImportBytes = 5 * MB
export const mostImportRows = 20_000
/** The size of the choices and corrections that are sent with an import: those of a form (`body.fields`), less its other fields. */
export const mostReadingBytes = 60_000
/** The most users of one request and one transaction: this many rows are locked and audited within its timeout. */
export const mostBulkUsers = 1000

/** The most saved views of a person, in all lists together, and the longest name of one. */
export const mostViews = 100
export const longestViewName = 100
/** The most columns and filters that a view names: a list has fewer. */
export const mostViewColumns = 40
export const mostViewFilters = 20
/** The most codes of one filter, and the characters that they take in an address. */
export const mostCodes = 200
export const longestCodes = 2000

/** The most terms that one report of what was done counts. */
export const mostReportTerms = 20

/** The most members whose scores one request sets. */
export const mostScoredAtOnce = 5000
/** The most rows of a list that a refusal names one by one. */
export const mostNamedRows = 100

/** The most postings whose decision one request saves. */
export const mostReviewedAtOnce = 200
/** The longest text of a reason in the list of reasons for a return, and the most of them: nobody reads a longer list. */
export const longestReturnReason = 200
export const mostReturnReasons = 99
/** The most reasons of the list in one decision: those with a key. The database guards it, too (database/migrations/0050-return-reasons.sql). */
export const mostChosenReasons = 9
/** The longest text that a reviewer writes beside them. */
export const longestReasonText = 500
/** The limit of the count of decided postings: whether it is 10,000 or 10,001 decides nothing, and counting takes time. */
export const mostDecidedCounted = 1000
/** The limit of the count of postings with the same evidence: all members who post the university's home page share that link. */
export const mostOthersCounted = 1000
/** The most results of each kind that the one search of the portal finds; the list itself shows the rest. */
export const mostFound = 5
/** The newest records that a search by words looks at for each one of its page, before it asks the index. */
export const searchedPerFound = 30
/** The days after which Settings warns that the last backup is old. */
export const oldBackupDays = 7
/** The longest text that the one search of the portal takes. */
export const longestSearch = 100
/** The longest name of a degree: it stands in a narrow column. */
export const longestDegree = 60
/** The most heads of one department. */
export const mostHeads = 20
/** The most sessions, organisers and seats of one event, and the most members whom one request names. */
export const mostEventSessions = 50
export const mostOrganisers = 50
export const mostSeats = 10_000
export const mostEventPeople = 5000
/** The minutes before the begin of a session at which checking in opens. */
export const checkInOpensMinutes = 30
/** The most coming events at the beginning of the first page of a member. */
export const mostEventsAtHome = 3
/** The time for which a code at the door is shown; it is accepted for as long again. */
export const doorCodeMs = 20_000
/** The codes of each member that are compared in ten minutes, even if others have used up the limit of their network. */
export const ownDoorCodes = 3
/** The hours after its last session at which an event ends by itself, if no organiser has ended it. */
export const eventEndsAfterHours = 24
/** The longest delegation. For longer, Review is lent again. */
export const longestDelegationDays = 366

/** The longest subject and text of a message of the office, in characters. */
export const longestMessageSubject = 120
export const longestMessage = 2000
/** The most people whom one message names one by one, as a selection in a list. */
export const mostMessagePeople = 10_000
/** The most messages of one administrator, and to one person, within 24 hours. */
export const mostMessagesADay = 20
export const mostMessagesToOne = 3
/** The hours after which the e-mail of a message is given up: it is about these days. */
export const longestMessageWait = 72
/** The characters of a notice in the subject of its e-mail, which mail programs cut anyway. */
export const longestMailSubject = 100
/** The number of names in the preview of a message. */
export const namesInPreview = 20
/** The time for which the portal tells a browser why its session ended: from Friday to Monday. */
export const endReasonHours = 72

/** The length of a password in characters. */
export const passwordMinLength = 8
export const passwordMaxLength = 128
/** The number of passwords of a file that the import itself sets, and each call after it: hashing is slow. */
export const passwordsWithImport = 50
export const passwordsAtATime = 50
/** The slips that are drawn at a time, and their passwords hashed before: the reply must not be silent for long. */
export const slipsAtATime = 20

/** The highest score that rules may allow. */
export const largestScore = 1000
/** The largest bound of a grade, and of the points that count of an activity or of a type. */
export const largestBound = 1000
/** The largest number of times that rules may let an activity count. */
export const mostRuleTimes = 1000
/** The most limits of one version of the rules. */
export const mostRuleLimits = 500

/**
 * The most messages of one side of a question in a row, until the other side writes. The database guards it, too
 * (database/functions/questions.sql).
 */
export const mostUnansweredMessages = 10
/**
 * The most withdrawn questions of one member in one term: a question is never deleted, and everyone who may answer hears of it. The
 * database guards it, too.
 */
export const mostWithdrawnQuestions = 20
/** The number of messages that come with a question, the newest ones; each call for earlier ones has as many. */
export const messagesPage = 20

/** The longest message about a posting, and the longest note with one. The database guards it, too (database/migrations/0058-posting-messages.sql). */
export const longestPostingMessage = 1000
/** The most messages about postings of one person within an hour. The database guards it, too (database/functions/posting-messages.sql). */
export const mostPostingMessagesAnHour = 60
/**
 * The time that a review usually takes in a department: the number of latest decisions among which those of the department are looked for, the
 * number of them that count, and the least number that says anything.
 */
export const usualReview = { looked: 2000, counted: 50, least: 5 }

/** The size of a form with every file that a posting may have, and its fields. */
const largestForm = mostEvidence * largestFileBytes + 64 * kB

/** The body of a request: its largest sizes, and how fast it has to arrive. */
export const body = {
  json: 256 * kB,
  /** The size of the scores of many members: 5,000 rows of about 80 characters. */
  scores: 512 * kB,
  /** The size of the fields and boundaries of a form, around its files. */
  fields: 64 * kB,
  /** The number of parts of a form: its files and fields. */
  parts: 21,
  /** The number of headers of each part. */
  partHeaders: 20,
  /** The largest form, which a proxy must let through. */
  form: largestForm,
  /** The time after which a body has to keep the least rate. A phone may lose its network for some seconds. */
  grace: 15_000,
  /** The least rate in bytes per second, on average. With less, a connection is too slow for a person to wait for. */
  leastRate: kB,
  /** The interval at which the rate is checked. */
  check: 5000,
  /** The longest time for the body of a call without a session: a name and a password. */
  longestPublic: 10_000,
  /** The longest time for a whole JSON document. */
  longestJson: 25_000,
  /** The longest time for a whole form: 50 MB at 4 Mbit/s. */
  longestForm: 110_000,
  /** The time after a reply to a request that is still being sent, in which its sender can read the reply. */
  linger: 5000,
}

/** The longest path or query parameter, and the part of Accept-Language that is read, in characters. */
export const longestParameter = 200
export const longestAcceptLanguage = 500

/** The largest forms without files, which other programs send. */
export const smallForm = {
  /** A form with a logout token, from the provider of single sign-on. */
  logoutToken: 32 * kB,
  /** A form from a mail program, which switches the weekly e-mail off. */
  digestOff: 4 * kB,
  /** A delivery report from the mail server. Postfix quotes at most 50 kB of the e-mail. */
  deliveryReport: 256 * kB,
}

/** The longest logout token itself, in characters. */
export const longestLogoutToken = 16_000

/** The largest reply that is compressed in one step, on the event loop. */
export const compressedAtOnce = 64 * kB

/** The server's memory that all forms being received may take. */
export const formMemory = {
  total: 160 * MB,
  /** One form of the largest size. */
  perPerson: largestForm + largestFileBytes,
}

/** The files of a form with evidence, which wait in the database and not in memory. */
export const receivedFiles = {
  /** The size of a piece, which is what of a file is in memory. A smaller file is not stored. */
  piece: 256 * kB,
  /** The beginning of a stored file that stays in memory: it tells the kind of the file. */
  start: kB,
  /** The age after which a piece belongs to no request any more. */
  minutes: 10,
}

/** The most requests at the same time. */
export const inFlight = {
  /** The requests that a connection pool can serve within the browser's timeout; further requests would only use memory. */
  total: 500,
  /** The requests of one address, which a whole campus may share. */
  perAddress: 200,
  /** The requests of one person, including incomplete bodies. A browser has 50 at most: `http2_max_concurrent_streams` of nginx.conf. */
  perPerson: 60,
  /** The requests of one person that are worked on; the person's others wait. Each takes one database connection, or two. */
  atWorkPerPerson: 4,
}

/** The size above which a reply occupies one of those places until it has left, because it takes its size in memory until then. */
export const largeReply = 256 * kB

/** The timeouts of a connection without bytes, in either direction, unless the server is working. */
export const socket = {
  silence: 15_000,
  headers: 8000,
  /** The interval at which the timeout of the headers is checked. */
  check: 2000,
  /** The timeout of a request, which is longer than any body may take: bodies have limits of their own. */
  request: 120_000,
}

/** The longest wait in the queue of a child process. A request that waits longer gets 503 with a sentence. */
export const wait = {
  /** The wait for the paper of one term. */
  paper: 5000,
  record: 8000,
  logo: 5000,
  import: 20_000,
  /** The wait for the audit trail, the papers or the archive of a term, which is streamed from its turn on. */
  longFile: 30_000,
  /** The wait for memory for a form. Its sender waits for the server, which reads nothing meanwhile. */
  memory: 10_000,
  /** The wait for a thumbnail that is not stored yet. After it, the picture itself is sent. */
  thumbnail: 5000,
  /** The wait for all files of one form. */
  form: 75_000,
}

/** The queues in front of child processes, or of other work that takes a core. */
export const queues = {
  photos: { concurrency: 1, maxPerPerson: 4, maxWaiting: 40 },
  pdfs: { concurrency: 1, maxPerPerson: 4, maxWaiting: 40 },
  logo: { concurrency: 1, maxPerPerson: 2, maxWaiting: 8 },
  /** The imports, a few files at once; their people wait with the files in memory. */
  imports: { concurrency: 3, maxPerPerson: 4, maxWaiting: 9 },
  papers: { concurrency: 1, maxPerPerson: 5, maxWaiting: 50 },
  records: { concurrency: 1, maxPerPerson: 2, maxWaiting: 50 },
  /** The papers, the report or the archive of a whole term. */
  terms: { concurrency: 1, maxPerPerson: 2, maxWaiting: 10 },
  auditTrail: { concurrency: 2, maxPerPerson: 3, maxWaiting: 20 },
  /** The files of all postings. */
  postings: { concurrency: 2, maxPerPerson: 2, maxWaiting: 20 },
}

/** The queue of the list of all users or of all staff: two at a time are done sooner than 16 that share the processor until each times out. */
export const wholeLists = { concurrency: 2, maxWaiting: 60 }

/**
 * The queue of password hashes. Each takes a core for a moment. Two at a time leave Node's other threads to files; a queue of a hundred is
 * done within seconds.
 */
export const hashing = { concurrency: 2, maxWaiting: 100 }

/** The timeouts of a child process that reads or writes one file. */
export const job = {
  usual: 20_000,
  /** The timeout of a record: two thousand activities of one member take some seconds, and more on a busy machine. */
  record: 40_000,
  /** The time without a job after which the process ends. */
  idle: 10_000,
  /** The characters of its standard error that are logged: the beginning of a crash is what explains it. */
  errorText: 2000,
}

/** The JavaScript heap of each child process, in megabytes. */
export const jobMemory = {
  photo: 256,
  pdf: 256,
  logo: 256,
  icon: 256,
  table: 384,
  document: 128,
}

export const photo = {
  /** The longest side in pixels, as the photo is stored. */
  longestSide: 1600,
  /** The most pixels. Phones make 12 to 50 million; a photo with more is refused before a pixel of it is decoded. */
  pixels: 50_000_000,
}

/** A photo, or the first page of a PDF, in a list: sharp on a screen with two pixels for one. The database guards its size, too. */
export const thumbnail = {
  longestSide: 160,
  bytes: 8 * kB,
}

/** The logo, and the icons that are drawn from it. */
export const logo = {
  longestSide: 512,
  pixels: 25_000_000,
}

/** A PDF, beside the number of its pages. */
export const pdf = {
  /** The longest side of the picture of a page, in pixels. */
  longestSide: 1600,
  /** The most pixels of one image: a large sheet at 600 dots per inch. It takes time, also where PDFium needs no memory for all of it. */
  pixels: 100_000_000,
  /** The heap of PDFium, which is no part of V8's, so it has a limit of its own. */
  heap: 256 * MB,
  /** The sizes of what PDFium writes and what it draws, so that neither fills the memory of its process or of the server. */
  written: 48 * MB,
  pictures: 10 * MB,
  /** The size above which the picture of a page is compressed more. */
  largePicture: 512 * kB,
  /** The depth of objects within each other. */
  depth: 100,
  /** The size of all of its objects, unpacked. */
  unpacked: 64 * MB,
}

/** The length of the name of a file, as it is shown, in characters. */
export const longestFileName = 200

/** The table of an import, beside its bytes and rows. */
export const table = {
  /** The longest cell in characters. It is longer than any imported value: a truncated cell is refused later for its length. */
  cell: 2100,
  /** The total of all cells in characters. It is limited because a sheet may reference one long text in every cell. */
  text: 10_000_000,
  unpacked: 64 * MB,
  /** The first rows among which the headings are looked for: lists begin with a title. */
  headerRows: 20,
  /** The columns whose headings are read, and the length of a heading, in characters. */
  columns: 1000,
  heading: 200,
  /** The numbers of rows that a sentence about many rows names. */
  shownRows: 20,
  /**
   * The unknown departments that are compared with the existing ones. Each comparison takes a moment, and a file with more of them has
   * other problems.
   */
  comparedDepartments: 50,
}

/** The time that one person may use in the child process that renders PDF files. */
export const rendering = {
  budget: 60_000,
  within: 600_000,
  /** The time below which a person does not wait for those who have used more. */
  light: 5000,
}

/** The rows, or members, of a long piece of work that are in memory, or in one statement, at a time. */
export const atATime = {
  auditRows: 1000,
  postingRows: 1000,
  /** Rows of a sheet that is written from right to left, which cannot be streamed: more than an office reads, and some megabytes. */
  rtlSheetRows: 20_000,
  archiveRows: 500,
  importRows: 250,
  papers: 25,
  /** Rows, or hundreds of characters, between two pauses of the event loop: some milliseconds of work. */
  betweenPauses: 100,
  /** The cached layouts of texts of a document. */
  rememberedTexts: 2000,
}

/** The number of rows that a list shows at once. */
export const pageSize = {
  audit: 100,
  /** The decisions of a page, about the postings of one person or by that person. */
  personReviews: 20,
  review: 50,
  postings: 100,
  notices: 30,
  imports: 50,
  messages: 30,
  /** The questions of a page; the rest follows when these are answered. */
  questions: 100,
  /** The delegations of a list; older ones stand in the audit trail. */
  delegations: 200,
  /** The postings with the same evidence: the oldest ones are enough for a decision; the others are counted. */
  sameEvidence: 10,
  /** The lines of each group of the inbox; the list behind it shows the rest. Further departments are shown on demand. */
  inbox: 6,
}

/** The days after which a posting has waited for review too long, and for which the inbox names the days of a term in advance. */
export const lateReviewDays = 14
export const inboxDays = 14

/** The open connections on which pages hear of notices. */
export const streams = {
  perPerson: 10,
  total: 2000,
  /** The interval of the heartbeat, shorter than the timeout after which the server, or a proxy in front, drops a silent connection. */
  heartbeat: 10_000,
}

const quarterOfAnHour = 900
const hour = 3600
const day = 86_400

/** The most attempts within a time window, by what counts them. */
export const attempts = {
  /** Sign-ins to one account from one network. */
  pair: { most: 5, windowSeconds: 300 },
  /** Sign-ins to many accounts from one network. */
  address: { most: 100, windowSeconds: quarterOfAnHour },
  /** Sign-ins to one account from many networks. */
  account: { most: 50, windowSeconds: quarterOfAnHour },
  /** Sign-ins of members on a network where they signed in before: more than a campus mistypes, and far fewer than no limit. */
  knownAddress: { most: 1000, windowSeconds: quarterOfAnHour },
  /** Attempts at the second step, for a day and from all networks: six digits are few. */
  secondStep: { most: 100, windowSeconds: day },
  /** Challenges for a passkey: anyone may ask for one, and each is a row of the database. */
  passkey: { most: 300, windowSeconds: quarterOfAnHour },
  /** Wrong codes at the door of an event, of one member. */
  eventMember: { most: 10, windowSeconds: 600 },
  /** The same from one network: a hall behind one address mistypes many, and of 31^8 codes two are right at a time. */
  eventNetwork: { most: 3000, windowSeconds: 600 },
  /** The audit records of names without an account that are tried too often: they stay for ever. */
  unknownRefused: { most: 20, windowSeconds: quarterOfAnHour },
  /** The audit records of what no passkey has signed: they stay for ever. */
  passkeyRefused: { most: 100, windowSeconds: quarterOfAnHour },
  /** Sign-ins at the provider: anyone can start one, and a campus may be one network. */
  sso: { most: 1000, windowSeconds: quarterOfAnHour },
  /** The audit records of refused sign-ins at the provider. */
  ssoRefused: { most: 100, windowSeconds: quarterOfAnHour },
  /** E-mails with a link to a new password per recipient, however many clients request them. */
  passwordMail: { most: 3, windowSeconds: hour },
  /** Requests for such a link, of one network for one account. */
  passwordPair: { most: 5, windowSeconds: hour },
  /** Requests for such a link of one network, five a minute: a campus may be behind one address, and each is a record that stays. */
  passwordNetwork: { most: 300, windowSeconds: hour },
  /** E-mails that test the settings, of all administrators. */
  mailTest: { most: 5, windowSeconds: 600 },
}

/** The time in which the refusals of one person and call are one audit record. */
export const refusalsWithin = 60_000

/** The lifetime of a link to a new password, as the sentences about it say. */
export const passwordLinkMinutes = 30

/** The lifetime of the link of an invitation, as the sentence about it says: a member may be away for some days. */
export const invitationDays = 7
/** The time after which a user may be invited again. */
export const invitationPauseMinutes = 60
/** The time in which an e-mail that was sent can come back. Mail servers give up after five days. */
export const bounceDays = 30
/** The longest reply of a mail server that is stored. */
export const mailReasonLength = 200

/** The time for which a network is known to be a member's after signing in there. */
export const knownNetworkDays = 30

/** The time for which a device is known to be a member's after signing in there. */
export const knownDeviceDays = 400

/** The sign-in on a device from which a passkey is offered there. */
export const passkeyOfferedFrom = 2

export const secondFactor = {
  passkeys: 20,
  recoveryCodes: 10,
  /** The wrong attempts that end a pending sign-in. */
  attempts: 5,
  pendingMinutes: 10,
  challengeMinutes: 5,
  confirmationMinutes: 5,
}

/** Single sign-on. */
export const sso = {
  /** The time from the start of a sign-in until its end. */
  requestSeconds: 600,
  /** The difference that is tolerated between the clocks. */
  toleranceSeconds: 30,
  /** The age of a logout token, which is used within seconds. An older one, or one from the future, is a copy or a wrong clock. */
  logoutTokenSeconds: 600,
  /** The length of each claim of a logout token, in characters. */
  claim: 500,
  /** The time after which an unknown key is looked for again, so that forged tokens do not make the portal ask for keys all the time. */
  keysAge: 60_000,
}

/** The mail server. */
export const mail = {
  connect: 10_000,
  greeting: 10_000,
  silence: 20_000,
  /** The time for which notices are collected into one message. */
  quietSeconds: 60,
  /** The time after which an e-mail that was taken and not sent is tried again. Sending one takes less. */
  accountRetryMinutes: 2,
  noticesRetryMinutes: 10,
  digestRetryMinutes: 10,
  messagesRetryMinutes: 10,
}

/** The timeouts of the mail server while an administrator waits for the result of a test. */
export const mailTest = {
  connect: 5000,
  greeting: 5000,
  silence: 8000,
}

/** Addresses that the mail server refuses. */
export const mailRefusals = {
  /** The attempts at a permanent refusal (5xx), which is retried once: it may be a mistake of the mail server's. */
  permanent: 2,
  /** The attempts at a temporary refusal (4xx), with retries after 10 minutes, an hour, six hours and a day. */
  temporary: 5,
  firstRetryMinutes: 10,
  retryFactor: 6,
  /** The days until a refused address is retried: a mailbox may be reopened, and a mail server that refused everybody may be repaired. */
  refusedDays: 30,
}

/** The hours of the night, from and until, in which no device makes a sound. */
export const quietFromHour = 22
export const quietUntilHour = 7

/** The time that a page waits for the browser to subscribe to its push service: without a way there, it never answers. */
export const longestSubscribe = 15_000

/** Notices on devices. */
export const push = {
  /** The devices of one person. The one that was turned on first ends with the next. */
  perPerson: 10,
  /** The address of a device at its push service, in characters. */
  endpoint: 1000,
  /** The text before its encryption: with that, every push service takes it (RFC 8291, section 4). */
  payload: 3992,
  /** The title and the text, in characters: a lock screen shows less. */
  title: 100,
  text: 300,
  /** The sentences of one message; the others are counted. */
  sentences: 3,
  /** The wait for the reply of a push service. */
  reply: 10_000,
  /** The time for which notices are collected into one message, and until the next message to the same device. */
  collectSeconds: 20,
  pauseMinutes: 5,
  /** The time after which a message that was taken and not sent is tried again; longer after each failure. */
  retryMinutes: 2,
  retryFactor: 3,
  /** The refusals in a row after which a device is given up. */
  refusals: 4,
  /** The age after which a notice is sent to no device any more, and for which a push service keeps it for a device that is off. */
  hours: 24,
  /** The lifetime of the signature for a push service, which takes at most a day. */
  signatureSeconds: 43_200,
}

/** The intervals of work that no request waits for. */
export const every = {
  cleanUp: 3_600_000,
  mail: 20_000,
  push: 10_000,
  /** The interval of account e-mails, for which an administrator waits. */
  accountMail: 4000,
  /** The interval of the check whether the digest is due. */
  digest: 60_000,
}

/** The processes and threads of the portal. */
export const processes = {
  /**
   * The child processes of one server process: one for each kind of file, idle ones included, and some that are just ending. More are
   * refused with 503.
   */
  children: 16,
  /** The threads of a Node process: seven of Node itself, four for files and hashes, and a few that an image library adds: 13 were seen. */
  threadsOfNode: 16,
  /** The processes of PostgreSQL: its default of `max_connections`, and its background processes: writers, cleaners, parallel workers. */
  embeddedPostgresql: 100 + 25,
  /** The highest WEB_CONCURRENCY that the shipped files have room for. */
  shippedServers: 4,
  /** The pause before a restart: a server process that keeps ending right after its start would otherwise be restarted without one. */
  restart: 1000,
  /** The time for which unfinished work goes on when the portal is stopped; then it is cut off. */
  stop: 9000,
}

/** The connections to PostgreSQL, and how long each step may take. */
export const database = {
  connections: 20,
  /** The timeout for opening a connection, or for a free one of the pool. */
  connect: 1600,
  /** The same for tools: no browser waits for their reply. */
  connectTool: 30_000,
  /** The time after which an unused connection is closed. */
  idle: 30_000,
  statement: 3000,
  /** The lock timeout is longer than PostgreSQL takes to find a deadlock (1 s), which is resolved by a retry. */
  lock: 1500,
  idleInTransaction: 10_000,
  /** The time without bytes after which the operating system asks whether the other side is still there. */
  keepAlive: 5000,
  /** The time beyond a statement's own timeout after which a connection is dropped, because not even PostgreSQL's error arrived. */
  silence: 300,
  /** The timeout of a posting with its files. */
  posting: 15_000,
  /** The timeout for reading the record of one member. */
  record: 10_000,
  /** The timeout for closing a term, issuing papers, counting a term by other rules. */
  long: 25_000,
  /** The timeout of an import of thousands of rows. */
  import: 45_000,
  /** The attempts at a transaction, after a serialization failure or a deadlock. */
  attempts: 4,
  /** The attempts at a migration: servers of the release before write during a rolling update, and lock the tables in another order. */
  migrationAttempts: 10,
  /** The number of statements that a connection prepares, and the characters of each. */
  prepared: 1000,
  longestPrepared: 5000,
}

/** The connection that hears of notices. */
export const listening = {
  retry: 500,
  heartbeat: 5000,
  silence: 2000,
}

/** PostgreSQL as a part of the portal. */
export const embedded = {
  /** The timeout of the start: repairing a large database after a crash takes its time. */
  startSeconds: 300,
  /** The wait for another portal in the same data folder. */
  otherPortal: 3000,
  log: 10 * MB,
}

/** The largest text of a backup file, which is read as a whole. */
export const largestBackupPiece = 256 * MB

/** The timeouts of single routes that wait for other systems. */
export const patience = {
  /** The wait for the database, until the portal says that it is not ready. */
  health: 2000,
  /** The wait for the database, when metrics are read: prom-client gives the other processes 5 s. */
  metrics: 2000,
  /** The wait for the name of the portal, with which a page is shown. */
  branding: 1000,
  /** The wait for each reply of the provider of single sign-on. */
  provider: 4000,
}

/** The limits of the proxies in `deploy/`. */
export const proxy = {
  connect: 3000,
  /** The time between two reads of a body. The page gives up later. */
  body: 25_000,
  /** The time between two reads or writes, in either direction: longer than the server may work on a form without sending anything. */
  silence: 120_000,
  headers: 10_000,
}

/** The least time within which a change that is sent again, with the same key, is done once. */
export const idempotencyKeyHours = 24
/** The days for which keys are kept longer than an entry of an outbox is sent: clocks differ, and the last attempt takes time. */
export const outboxMarginDays = 1
/** The minutes for which files that were shared while nobody was signed in wait for whoever signs in. */
export const sharedMinutes = 15

/** The time that a page waits for a reply. */
export const browser = {
  /** The timeout of a call by the specification. */
  call: 5000,
  /** The timeout of a change of many rows, or a paper. */
  long: 30_000,
  /** The timeout of an import, or a long file. */
  file: 60_000,
  /** The additional time for each password of a file with slips: it is hashed while the file is made. */
  slipPassword: 500,
  /** The timeout of an upload without progress: a mobile line may stall. */
  stalledUpload: 30_000,
  /** The time from the last byte of a form with files until its reply. */
  afterUpload: 130_000,
}

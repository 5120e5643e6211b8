import type { Pages } from '../page-text.ts'

/** The handbook in English, from which the other languages are translated. */
export const en: Pages = {
  'signing-in': {
    title: 'Signing in',
    words:
      'login stay signed in remember phone password first time forgotten invitation link university account passkey code locked out',
    text: `
      Open the portal's address, type your username and password, and press {auth.login}. If your university uses one account
      for everything, press the button with its name instead: you then need no password here.

      ## The first time
      You get an email with a link, or a slip of paper with a username and an initial password.

      1. Open the link, or sign in with what is on the slip.
      2. Choose a password of your own, with at least 8 characters.
      3. You are in. The initial password no longer works.

      ## When you cannot sign in
      - Press {forgottenPassword.question} on the sign-in page. If your portal sends email, you get a link that works once, for 30 minutes.
      - Otherwise the page names whom to ask for a new password.
      - After several wrong attempts, wait for the number of seconds that the page names.

      ## Staying signed in on your own phone
      Choose it below the password, on a phone that is yours alone. It stays signed in for as many days as stand there.
      {signInSecurity.title} in the menu under your name lists your devices, and signs one out that you have lost.

      > You are signed out after some time without use. What you were typing is kept on this device and is there when you come back.
    `,
  },
  account: {
    title: 'Your account',
    words:
      'menu password language dark light theme appearance passkey authenticator recovery codes weekly email stop emails unsubscribe first panel start page',
    text: `
      Press your name at the bottom of the sidebar (on a phone, press {actions.open} first). The menu there is about you alone.

      - {password.change}: your other devices are signed out.
      - {signInSecurity.title}: add a passkey or an authenticator app as a second step, and see your recovery codes.
      - {termDays.address}: an address that brings the days of the term into the calendar on your phone or computer.
      - {digest.name}: one email a week about what there is to do and what was decided. Turn it off here, or with the link in it.
      - {digest.notices} and {digest.messages}: turn these emails off, too. The notices themselves stay, and emails about your account
        always come.
      - {push.title}: news on your phone or computer also while the portal is closed. You choose which, and it is quiet at night.
      - {waiting.openingPanel}: what you see first after you sign in.
      - {auth.appearance}: light, dark, or as your device is set.
      - {auth.language}: English, Kurdish or Arabic. It is stored with your account, and your emails use it too.

      > Anyone who has your calendar address can read these days. You can revoke it at any time and create another.
    `,
  },
  posting: {
    title: 'Posting an activity',
    words: 'new activity add form catalogue list starting date post again later draft calendar days deadline',
    text: `
      {panels.activity} begins with what concerns you: points and grade, what was returned to you, what waits for review, a next step and the days
      left. Below it is the list of everything that can be posted, with its points and type; on a phone, press {activities.choosePlace} beside a kind
      to see its places. {panels.yourActivity} is where you
      post and where your postings are.

      1. Open {panels.yourActivity}, or press {activities.post} beside an activity in the list.
      2. Choose the activity. Typing a part of its name is enough.
      3. Choose the day on which it began. Below it stands which term it counts towards.
      4. Add a link, photos or PDF files as evidence.
      5. Press {postedActivities.post}.

      Its points count at once and the form says what it earned. {postedActivities.postAgain} in your list opens the form with the same
      activity, for another day.

      ## Days of the term
      If the term has a last day for posting, it stands above the form with the days left. After it, the form says that posting
      has ended; an administrator can reopen it for you.

      > The same activity can be posted once for a day. What you typed stays on this device until you post it.
    `,
  },
  evidence: {
    title: 'Evidence',
    words: 'photo image picture jpg pdf certificate file upload link size quota camera',
    text: `
      Evidence is what shows that you took part: a link, up to five photos or PDF files, or both. The catalogue decides the points,
      not the number of files.

      - On a phone, {evidence.takePhoto} opens the camera and {evidence.chooseOnPhone} your files.
      - On a computer, drop files onto the form or choose them.
      - Photos of other kinds are converted to .jpg by your browser. One file may have up to 10 MB.
      - {photos.edit}, beside a photo, cuts off what does not belong to it and sets it upright. Several photos can be put into one PDF.
      - A PDF must have no password, no scripts and no attached files. It is shown as pictures of its pages.

      Press a picture to see it on the whole screen, and zoom or swipe to the next. Only you, the heads of your department, those
      to whom they delegated reviews, and administrators can see your evidence.

      > If the same image, file or link stands in another posting, the reviewer gets a warning and decides what it means.
    `,
  },
  returned: {
    title: 'Mending what was returned',
    words: 'rejected correct edit change reason review verified locked waiting delete',
    text: `
      Someone reviews what you posted. Until then it is {statements.states.posted}, and its points count already.

      - {statements.states.verified}: it was confirmed. It is locked and can no longer be edited or deleted.
      - {statements.states.returned}: something must change. Its points do not count until you mend it. The reason stands below it.

      1. Open {panels.yourActivity} and find the returned activity. A notice leads there too.
      2. Read the reason, and press {actions.edit}.
      3. Change what the reviewer asked for, such as the day, the link or the evidence.
      4. Press {postedActivities.update}. It waits for review again, and its points count.

      {postingHistory.title} below each posting tells who did what, and when.

      > If you think that the decision is wrong, ask about it: see “Questions about a score”.
    `,
  },
  conversation: {
    title: 'Notes and replies about a posting',
    words: 'message reviewer note reply comment thread history ask who has it how long waiting',
    text: `
      You and your reviewer can write to each other about a posting. All of it stands in its {postingHistory.title}, in order.

      - {postedActivities.note}, in the form: a sentence that the reviewer reads with the posting, such as where the talk was.
      - {questions.write}, in the {postingHistory.title}: a reply to what was returned, or to a message of the reviewer.

      A reply alone does not make a returned posting count. Change the posting for that, as under “Mending what was returned”.

      While a posting waits, its {postingHistory.title} says who reviews it, and how long a review usually takes in your department.

      > You and those who may review your postings can read these messages. A message cannot be changed or deleted. You can write until the
      > posting is verified or the term is closed.
    `,
  },
  scores: {
    title: 'Your scores and the two grades',
    words: 'points total grade current feedback tp fb limit rules bands how to reach next A+ not set',
    text: `
      {postedActivities.yourScores} shows five numbers and their sum. Press any of them to read what it is, who sets it and when.

      - {codes.types.Compulsory}, {codes.types.Attending} and {codes.types.Elective} activities: the points of your postings, by type.
      - {questions.lines.tp}: set by the office.
      - {questions.lines.fb}: set by the office from the feedback about your teaching.

      A score that was never set is shown as {scoring.notSet} and counts as 0. In some terms both are {scoring.notReleased} until the
      office publishes them for everyone together.

      ## Two grades
      - {grading.current}: from the total minus feedback. It shows how your own work stands.
      - {grading.withFeedback}: from the whole total. It stands in the results of the term.

      The points at which a grade begins depend on your title. Press the grade to see the {grading.scaleTitle}, and the line below it to
      see what would bring the next grade.

      > {rules.title} may limit how often an activity counts in a term. What is over a limit is kept, and counts as 0.
    `,
  },
  plan: {
    title: 'A plan to the next grade',
    words: 'plan next grade how many points missing what if sum suggestion goal target',
    text: `
      The line below the {grading.current} says how many points are missing to the next one. Press it to open the plan.

      1. {plan.returned}: each says how many points come back, and to which grade that leads.
      2. {plan.before}: activities that you posted in other terms and not yet in this one.
      3. {plan.room}: the other activities of the catalogue, and how much of the limits is left.

      Choose what you want to do. The sum and its grade stand at the lower edge and change with each choice.

      - Limits count in it. Two activities that fit alone may not fit together; then the plan says so.
      - Nothing of a plan is stored or sent. {activities.post} beside an activity opens the form with it.

      > Teacher points and feedback are set by the office. They are not part of the plan.
    `,
  },
  questions: {
    title: 'Questions about a score',
    words: 'appeal objection complaint wrong missing answer accept decline withdraw deadline',
    text: `
      You can ask about every line of your scores: a returned activity, teacher points, feedback, or something that is missing.

      1. Open {panels.yourActivity}, or {statements.howItAddsUp} there.
      2. Press {questions.questionThis} beside the line, or {questions.somethingMissing}
      3. Write what is wrong. You can add a photo.
      4. Press {questions.send}.

      Someone who did not make the decision answers with a reason. {questions.states.accepted} changes the score;
      {questions.states.declined} changes nothing. Both of you see the same messages under {questions.yours}, and they stand in your
      statement.

      - {questions.withdraw} ends a question that you no longer need.
      - You can ask about one line again after it was answered, while questions are open.

      > A term has a last day for questions. It stands where you ask. After the closing nothing more is answered.
    `,
  },
  statements: {
    title: 'Statements and your record',
    words: 'pdf paper document certificate print promotion code check qr csv all terms export',
    text: `
      The {statements.title} of a term adds up every point, line by line. Open it with {statements.howItAddsUp} in {postedActivities.yourScores}.

      - {statements.pdf} downloads it in English, Kurdish or Arabic, with a code and a QR code.
      - Anyone can check the code on the portal's page {statementCheck.checkTitle}, without an account: it says whether the paper is
        genuine and still up to date.

      ## Your record
      {record.mine} in {panels.yourActivity} has all your activities and scores over all terms: as PDF for a file or a promotion, or
      as CSV for a spreadsheet.

      > A statement of an open term says that it can still change. In a closed term names, points and grades stay as they were.
    `,
  },
  events: {
    title: 'Events and checking in',
    words: 'event seminar workshop lecture attend attendance check in qr code door come seat certificate',
    text: `
      {panels.events} shows what is planned for you: seminars, workshops, lectures. Who was there gets the points without a photo.

      1. Open an event. {events.iCome} tells the organisers, and you hear of it if place or time change.
      2. At the door, scan the QR code with the camera of your phone. The portal opens: press {events.checkIn}.
      3. Without a camera, open the event and type the eight letters and digits beside the QR code into {events.code}.

      - The code changes every 20 seconds. A picture of it is too old after 40.
      - Checking in opens 30 minutes before the begin and closes at the end. Each session has its own.
      - With a weak network, or when a whole hall checks in at the same moment, it is sent again by itself, and counts once.
      - Without a phone, ask the organiser: they check you in by name.

      > After the end you have a verified posting with the event as evidence. If you are taken off the list, you are told why; only an organiser puts you back.
    `,
  },
  phone: {
    title: 'On a phone, and without a network',
    words: 'install app home screen android iphone offline internet mobile outbox share gallery whatsapp',
    text: `
      The portal works in the browser of a phone. Put on the home screen it opens like an app, without a store.

      - Android: open the portal in Chrome, and choose “Install app” or “Add to Home screen” in the browser's menu.
      - iPhone and iPad: open it in Safari, press Share, then “Add to Home Screen”.

      The bar at the bottom has the list, your own activities, a new posting and your notices.

      ## Sharing into the portal
      - Android, once the portal is installed: in the gallery, in mail or in WhatsApp press Share and choose the portal. A posting begins with those
        photos or PDF files, also without a network.
      - Long-press the icon of the portal and choose {sharing.post} for a new posting.
      - iPhones do not offer this: choose the files in the form.

      ## Without a network
      - The portal opens with what you saw last, and says how old it is.
      - What you post, edit, ask or write waits in the {outbox.title} of {panels.yourActivity}. It is sent once, when there is a network
        again: in Chrome and Edge even when the portal is closed, elsewhere when you open it. Until then you can open, change or discard it.
      - Nothing else is sent without you. If the network fails while a posting is being sent, it stays in the form with its photos:
        press {unsent.sendAgain}.
      - Logging out deletes what is stored on the device. With something unsent it asks first.
    `,
  },
  outbox: {
    title: 'The outbox: posting without a network',
    words: 'offline no internet send later waiting phone village hall sent seen discard lost',
    text: `
      Without a network a posting with its photos and PDF files, an edit, a question or a message goes into the {outbox.title} on your phone. It
      stands above your list, and you can close the portal.

      It is sent by itself when there is a network again, once, also if the connection breaks meanwhile: in Chrome and Edge even when the
      portal is closed, elsewhere when you open it.

      ## Its stages
      - {outbox.stages.waiting}: nobody but you has it. {outbox.open} puts it back into the form; {outbox.discard} deletes it.
      - {outbox.stages.sending}: it has left the phone. It cannot be changed until it is known whether it arrived.
      - {outbox.stages.sent}, {outbox.stages.seen}, {outbox.stages.verified}: it is in your list, and was looked at by who reviews it.

      ## When it was not accepted
      {outbox.refused} means that the portal has a reason, such as a closed term or a limit. Press {outbox.open}: the form has everything
      again, with the reason. After too many days an entry is not sent by itself any more, and says so.

      > The outbox belongs to your account. Others on the same phone neither see nor send it. Logging out asks, and deletes it. A phone
      > without room says so, and what you typed stays in the form.
    `,
  },
  devices: {
    title: 'Notices on your phone or computer',
    words: 'push notification lock screen alert sound quiet night phone turn on allow browser blocked',
    text: `
      The portal can tell you what is new also while it is closed.

      1. Open {push.title} in the menu under your name, or among your notices.
      2. Press {pushing.turnOn}, and allow notifications when the browser asks.
      3. Choose what you want to hear of: {pushing.topicNames.returned}, {pushing.topicNames.verified}, {pushing.topicNames.answered},
         {pushing.topicNames.released}, {pushing.topicNames.days}.

      - A locked screen says only that there is something new, unless you choose {pushing.details}.
      - At night it is quiet. What is new then comes in the morning.
      - The notices of a device end when you sign out there, choose a new password, or end its session. Stay signed in on your own phone
        to keep them.

      ## When it does not work
      - iPhone and iPad: put the portal on the home screen first, and open it from there.
      - If the browser blocks notifications, allow them for this address in its settings.
      - The dialog says why a device cannot get them, and since when the portal reaches no push service.

      > The same notices stand behind the bell, and in emails if your portal sends them.
    `,
  },
  finding: {
    title: 'Find and notices',
    words: 'search ctrl k slash shortcut bell news email weekly handbook help',
    text: `
      {finding.title} is the one search. Press Ctrl+K, or / outside of a field, or its button.

      - Type a part of a name: activities, terms and panels, and the people you may see. Other spellings of a name are found too.
      - Type what you want to do, such as “change password”, and press Enter: the right place opens.
      - Type a question's main word to find a page of this handbook.
      - Arrows move, Enter opens, Escape closes.

      ## Notices
      {panels.notices} are behind the bell, which shows what is new for you: reviewed activities, scores, answers, the end of a term or of posting. Each notice leads to what it is
      about. {notices.markAllRead} clears the number. If your portal sends email, notices arrive there as well.

      ## Help
      The “?” beside the name of each panel opens the page about it. The whole handbook is in the menu under your name, also as PDF.
    `,
  },
  inbox: {
    title: 'What waits',
    words: 'inbox to do tasks take over late questions sent again warning emails came back never signed in',
    text: `
      {panels.inbox} lists what you have to see to, the most urgent first. Each line is one thing. The number beside the name of the
      panel counts them, without the days that come.

      - Questions of members, activities with the same evidence as another one, and those that were returned and sent again.
      - Departments whose activities have waited for review for too long, and with whom they wait.
      - For administrators also: departments with members who never signed in, and people to whom emails came back.

      ## Seeing to a line
      1. Press {inbox.take}. Your colleagues see that you have it.
      2. Press the button beside it. It opens the place where it is done.
      3. When it is done, the line goes by itself.

      - {inbox.giveBack} leaves it to the others. If a colleague who is away has it, {inbox.takeOver} makes it yours.
      - {inbox.days} and the numbers of the current term stand beside the lines.

      > {waiting.openingPanel} in the menu under your name opens the portal with this panel, or with another one.
    `,
  },
  reviewing: {
    title: 'Reviewing, and answering questions',
    words: 'verify return queue keyboard shortcuts warning same evidence undo accept decline answer',
    text: `
      {panels.review} shows the postings that wait, oldest first, one at a time with its evidence and with what it counts.

      1. Look at the evidence, the date and the description.
      2. {review.verify} confirms it; it is then locked. {review.return} sends it back with your reason, and its points stop counting.
      3. The next one opens by itself.

      - {returnReasons.title} are a list to choose from, with a click or by the keys 1 to 9; your own words can be added. R, 2, Enter
        returns with the second one. Members read them in their own language.
      - {reviewFilters.mark}: postings with a warning, without evidence, or sent again.
      - Keyboard: the list of keys is under {review.keys}. Select several to verify or return them together.
      - {review.takeBack} takes a decision back, while the term is open.
      - A warning says that the same image, file or link is in another posting, and leads to it.
      - {review.tabs.verified} and {review.tabs.returned} are the decisions so far, searched by person and activity.

      You never review your own postings. After the last day for review the panel says that review has ended.

      ## Questions
      {questions.title} in the same panel has what members ask. {questions.accept} changes the line, and for a score you enter the new
      number; {questions.decline} changes nothing. Both need a reason, which the member reads. You cannot answer about your own decision
      while someone else can.
    `,
  },
  lending: {
    title: 'Delegating reviews',
    words: 'lend deputy colleague substitute leave until day end delegation',
    text: `
      While you are away, a colleague can review in your place until a day.

      1. Open {panels.review} and press {myDepartment.lend}.
      2. Choose the person and the last day.
      3. Press {myDepartment.lendButton}.

      The colleague gets a notice and the panel {panels.review}. They review what you may review, except your activities and their
      own. They do not get the list of members, and cannot delegate further. The history of each posting says for whom they acted.

      {myDepartment.end} beside the name ends it at once. It is paused by itself while you are not head.
    `,
  },
  members: {
    title: 'Members and charts',
    words: 'department head staff table overview statistics grades participation progress compare average',
    text: `
      The members' list is {panels.staff} for administrators and {fields.members} under {myDepartment.title} for heads: each member of the
      term with scores, grade and the state of their postings.

      - {scoring.viewActivities} opens what someone posted, with evidence.
      - The grade leads to the grade scale, the total to the statement that adds it up.
      - Choose another term to see it. A closed one stays as it was.
      - A head sees the scores. Whether heads also set them is decided for the whole portal.

      ## The Overview
      {panels.overview} shows grades, participation, points by type and the comparison with another term, each also as a table of
      numbers. If the term has days, the progress of each department towards them stands there too. What has to be done is in
      {panels.inbox}.
    `,
  },
  person: {
    title: 'The page of a person',
    words: 'profile everything about someone history scores postings records devices sessions sign out lost phone',
    text: `
      A name in a list, in {finding.title} or in a notice leads to one page, {panels.person}, with everything that you may see about
      someone.

      - {person.details}: the name, department, title and more.
      - {person.terms}: with the grades, and with who set the scores and when.
      - {person.postings}, {questions.title} and {person.reviews}: what was posted, asked and decided.
      - {person.records} and {person.devices}: for administrators alone.

      The buttons at the top open the person in the lists, and download the record of all activities as PDF or CSV.

      ## Signing someone out
      {person.endAll} ends every sign-in of a member, such as after a phone was lost. Administrators alone can do it, and it is recorded.
      If somebody else may know the password, set a new one too.

      > A head sees the terms in which the person was in the department. Deleted people are found by administrators alone.
    `,
  },
  postings: {
    title: 'All postings, and what was done',
    words: 'list search filter export report statistics count points terms paper sign signature names',
    text: `
      {panels.postings} has all postings of all terms; for a head, those of the department.

      - Search by person or activity, and filter by term, department, state, evidence, warning or days.
      - Press an activity to see it with its evidence and history.
      - {actions.export} saves all rows that match, not only those that are shown.

      ## What was done
      {postingList.sections.done} counts postings and points by activity, type, department, title and term. Returned postings are left
      out.

      1. Choose the terms, and {postingList.done.onlyVerified} if nothing else is to count.
      2. Press a bar to see its postings.
      3. {actions.export} makes a PDF or an Excel file.

      ## Names to sign
      {postingList.names.button} in the members' list makes a PDF with the title, points and grade of each member, and a line to sign on.
      Each department begins on a new page. The paper of an open term is marked as preliminary.

      > It shows published scores alone, never drafts.
    `,
  },
  lists: {
    title: 'Lists: filter, columns, export',
    words: 'search sort filter columns view saved export csv xlsx excel pdf print compact',
    text: `
      Every list is searched, sorted and filtered in the same way. All of it is in the address, so a bookmark opens the same rows.

      - Search finds parts of names in any spelling and script. A heading sorts; pressed again, the other way round.
      - A filter takes several values. {actions.clearFilters} removes them all.
      - {tables.views} chooses columns and their order, and saves search, filters, sorting and columns as a view with a name, for you or
        for all administrators. A list can open with a view.
      - {actions.export} saves exactly what you see, as CSV or Excel. {actions.print} prints it as a document.
      - {general.compactRows} shows more rows at once.

      > Numbers in an export are numbers: a spreadsheet adds them up.
    `,
  },
  organising: {
    title: 'Organising an event',
    words: 'organise event door projector code list participants seats sessions end cancel take off',
    text: `
      Administrators add events for everybody, heads and deans for their members. {events.organisers} help at the door.

      1. Press {events.add} in {panels.events}. Choose the activity that it counts as, place, sessions and {events.forWhom}.
      2. Who says {events.iCome} is told when place or time change, and when you press {events.cancel}.
      3. At the door, open {events.door} on a projector or a phone. It shows the QR code, its letters, and how many have arrived, on one screen, also in a dark hall. When the network is lost it says so; when your right to show it ends, the code is gone at once.
      4. {events.tick} checks in who has no phone. It is recorded that you did it.
      5. Afterwards look through the list, and press {events.finish}. Each who was there gets a verified posting.

      ## What the list tells you
      - {events.elsewhere}: perhaps a picture of the code was sent to somebody. Ask them.
      - One device that checked in several members may have been lent, or not.
      - {events.takeOff} needs a reason, which the member is told. A posting that the event made is taken back.

      > Without {events.finish} an event ends by itself a day after its last session. In a closed term nothing of it changes.
    `,
  },
  users: {
    title: 'Users and invitations',
    words: 'add user member administrator role password invite slip email delete restore bulk move gender title',
    text: `
      {panels.users} has every account. {users.add} opens the form, {actions.edit} in a row changes one.

      - The role in a row is a button for people who give rights. It says what follows before it makes someone {codes.roles.admin} or
        {codes.roles.staff}.
      - Marks below the role are the rights beside it, which {panels.settings} gives. Nobody edits or deletes themselves here.
      - Deleting can be undone in its message, and at any time later under {removed.show}. Postings, scores and closed terms stay.
      - Select several rows to move them to a department, to set new passwords or to delete them.
      - {fields.otherName} is the name in the other script; both are found.

      ## The first password
      1. Select the members, or open the list of those who never signed in with the filter {users.signIn}.
      2. Press {bulkUsers.tell}
      3. Those with an email address get a link to choose a password. For the others, print slips to cut out.

      The list shows who was invited, whose invitation could not be sent and why, and who has signed in since.

      > A new initial password signs the member out everywhere and removes their second factors.
    `,
  },
  imports: {
    title: 'Imports',
    words: 'csv xlsx excel spreadsheet upload list template columns errors undo import history',
    text: `
      Users, scores, departments and activities come in from a CSV or Excel file: {actions.import} in their panels.

      1. Choose the file. A template with the right headings is in the dialog, but the office's own list is taken as it is: headings in three
         languages, titles above them and merged cells are understood.
      2. Look at the rows: new, changed, unchanged or wrong. Nothing is written yet.
      3. Say what an unknown column is, and mend wrong values in the preview.
      4. Import all rows, or the good ones while you download the others with their reasons.

      Empty cells and missing columns change nothing.

      ## Undo
      {importBatches.link} opens {panels.imports}: every import with what each row changed. {importBatches.undo} puts the rows back once. What was edited
      since stays, and the page says why.
    `,
  },
  departments: {
    title: 'Departments and their heads',
    words: 'add department name translation head dean delete restore unknown department',
    text: `
      {panels.departments} has one field: type a name and press {actions.add}. Its names in Kurdish and Arabic are under
      {fields.otherLanguages}. {actions.edit} in a row changes them.

      - A deleted department comes back under {removed.show}. Until then its members show as {departments.unknown}.
      - The number of members leads to their accounts.

      ## Heads
      Press the names under {myDepartment.heads} (or the dash), and choose members of the department. A head sees its members, their scores
      and activities, reviews all postings but their own, and can delegate reviews.

      > Who leaves the department, becomes an administrator or is deleted is no longer its head.

      ## Faculties
      Where {panels.settings} has a faculty, the form of a department asks for it, and says before you save who then sees its members.
      Who changes department in mid-term counts where they are when the term is closed; what they posted before is reviewed by the
      former department.
    `,
  },
  catalogue: {
    title: 'The catalogue and points',
    words: 'add activity score points type compulsory attending elective change recount description',
    text: `
      {panels.activity} holds what staff can post. {activities.add} asks for name, description, type and points, with translations
      under {fields.otherLanguages}. With {activities.kind} and {activities.place}, a phone shows a kind once, with its places to choose from.

      - {codes.types.Compulsory} counts as {scoring.columns.acts}, {codes.types.Attending} as {scoring.columns.atts},
        {codes.types.Elective} as {scoring.columns.escore}
      - A posting keeps the name, type and points that its activity had when it was posted. Changing or deleting an activity changes
        nothing that was earned.

      ## When points were wrong
      1. Change the points of the activity, then choose {activities.pointsInTerm} in the menu of its row.
      2. {recounts.fromNowOn} keeps what was posted. {recounts.wholeTerm} gives all postings of the current term the new points.
      3. The dialog names whose total and grade would change, before anything does. Those members get a notice.

      Closed terms never change.
    `,
  },
  terms: {
    title: 'Terms and their days',
    words: 'semester year add term current dates calendar posting until deadline reopen for one person department days',
    text: `
      A term is the period that is scored. {terms.add} in {panels.terms} asks for a name and its first and last day. Days of two terms
      never overlap, and one term is current: {terms.makeCurrent}

      A posting counts in the term that contains its starting day, or in the current one.

      ## Days of the term
      {calendar.days} in the form of a term: last days for posting, review, scores and questions, and the days of release and closing. None is
      required. {calendar.labels.posting_until} passed, members read that posting has ended; nothing is closed without a day.

      1. Press the proposal to take over the days of the last term, moved to this one.
      2. Members and heads see theirs with the days left, and in their own calendars.
      3. {panels.overview} shows how far each department is.

      {calendar.reopenFor} gives one person or one department more time for posting, review or questions until a day. It can be withdrawn, and
      both are recorded.
    `,
  },
  scoring: {
    title: 'Scoring, and the rules',
    words: 'teacher points feedback tp fb enter table keyboard paste undo history bands limits version simulate publish',
    text: `
      In {panels.staff}, {scoring.columns.tp} and {scoring.columns.fb} are typed in the table, as in a spreadsheet: arrows and Enter move,
      a column is pasted from Excel. Nothing is stored before you save; leaving asks. Digits of any script and both decimal signs are
      read.

      - The filter {scoring.scores} shows who has no score yet.
      - The history of a score says who set it, when, and from what.
      - Scores can also be imported from a file.
      - A score that someone else changed meanwhile is not overwritten: you see both and decide.

      ## Rules
      {rules.title} in {panels.settings} are the points at which each grade begins by title, the highest scores, and limits such as
      “counts at most twice”.

      1. Change them in a new version.
      2. {rulesEditor.simulate} shows whose grade would move in an open term.
      3. {rulesEditor.publish} with what is new and why. It applies from the next term, or also to open terms that you choose.

      A published version never changes, and a closed term keeps its own.
    `,
  },
  releases: {
    title: 'Releasing scores together',
    words: 'hold back draft publish release take back secret scores announce',
    text: `
      By default a score is seen as soon as it is set. A term can hold them back instead, so that the office enters and checks in peace.

      1. Turn on {releases.hold} in the form of the term. {releases.holdByDefault} in {panels.settings} proposes it for new terms.
      2. Enter scores in {panels.staff}. Only administrators, and heads for their members, see these drafts; members read
         {scoring.notReleased}.
      3. Open the release in the menu of the term. The dialog says who has no score yet and how grades move.
      4. Release: everyone sees their scores at once, with one notice each.

      A release can be taken back until a member asks about a score. Members are told that it was.

      > A term that holds scores back is released before it is closed.
    `,
  },
  messages: {
    title: 'Reminders and announcements',
    words: 'message send remind announce email bell recipients read delivered log',
    text: `
      With {panels.messages} the office reminds members of what is missing, or announces something. Each recipient gets a notice, and an
      email if the portal sends any.

      1. Press {messages.write}, or select people in {panels.users} or {panels.staff} first.
      2. Choose the kind and who gets it. A reminder reaches only those to whom it applies, and begins with a proposed text.
      3. Write the subject and the text, in one to three languages.
      4. Press {messages.preview}. It says how many people get it, and shows the notice and the email.
      5. Send it. Nobody gets the same twice within 24 hours.

      ## What became of it
      The panel lists all messages. Open one to see who read it in the portal, and whose email was sent, still waits or was not delivered,
      and why.

      - An administrator sends up to 20 messages within 24 hours, and one person gets up to 3.
      - Members can turn {digest.messages} off in the menu under their name. They still get the notice.

      > A message that was sent cannot be taken back.
    `,
  },
  closing: {
    title: 'Closing, results and reopening',
    words: 'close term freeze results report archive signed pdf statements reopen reason difference',
    text: `
      Closing freezes a term: names, titles, departments, points and grades stay as they are, whatever changes later.

      1. Look at what still waits: {toDo.review}, {toDo.notScored} and {questions.title} in {panels.inbox}.
      2. Choose {terms.close} in the row of the term. The dialog says what is unfinished. Open questions end without an answer.
      3. Confirm. Everyone gets a notice with their results.

      ## Results
      {results.button} in the row has three files: the {results.report} with lines to sign, {results.statements} in one PDF, and, once the
      term is closed, the {results.archive}, which anybody can check at /check, or years later without the portal.

      ## Reopening
      {terms.reopen} asks for a reason, which members read. The first closing is kept. Closing again shows first, member by member, what
      differs.
    `,
  },
  audit: {
    title: 'Audit',
    words: 'log history who changed what when trail filter export refused sign-ins',
    text: `
      {panels.audit} tells who changed what and when, newest first, in sentences. It also holds sign-ins, refused calls and in which
      capacity someone acted: as head, or for the person who delegated.

      - Filter by person, subject, kind and days. {auditSearch.about} finds what concerns someone, whoever did it.
      - {auditSearch.search} finds names and values in the records.
      - The list shows the newest records. {actions.export} saves all that match.
      - Nobody can change or delete a record. The database itself refuses it.

      Passwords, codes and keys are never in it: it says that they were changed.
    `,
  },
  settings: {
    title: 'Settings',
    words:
      'portal name logo languages contact mail test degrees return reasons how this portal is set environment version database size',
    text: `
      {panels.settings} has what the office decides by itself.

      - Names of the portal and the university, the contact, and the languages that the pages offer.
      - The logo: PNG, JPEG or WebP, at most 1 MB.
      - {settings.mail}: a test email shows whether emails leave the portal, or why not.
      - {returnReasons.title}: what reviewers choose from, in your order. Earlier decisions keep their text.
      - The list of degrees, and the {rules.title}.
      - {faculties.title}: departments can belong to one, and its deans have for all of them what a head has for one department.
      - {settings.headsMayScore}: for the whole portal, from the next click on.
      - {rightsInSettings.title}: who may do what for others, whether they are scored themselves or not.
      - {policy.title}: a table of it, as the portal decides it now.

      ## Rights beside being scored
      - {codes.rights.administrator}: administers the portal and is still scored. They choose at the top between {dashboards.admin} and
        {dashboards.staff}.
      - {codes.rights.score_keeper} and {codes.rights.reviewer}: for all members, on their own dashboard.
      - {codes.rights.reader}: sees what administrators see, and changes nothing.
      - {codes.rights.give_rights}: gives and takes these rights. At least one person always has it, and nobody changes their own.

      > With {rightsInSettings.confirmed}, one person proposes an administrator and another one confirms, here or in {panels.inbox}.

      ## How this portal is set
      {installation.title} shows what is decided outside: second factor, whether heads set scores, how long a sign-in lasts, weekly email,
      mail server, single sign-on, time zone, address, version, size of the database and the last backup. Beside each stands where to
      change it: the name of an environment variable, for whoever runs the server. Passwords and keys are never shown.

      > What an environment variable sets wins over what is saved here, and its field says so.
    `,
  },
  'second-factor': {
    title: 'The second factor',
    words: 'passkey authenticator app recovery codes two factor lost phone remove require administrators',
    text: `
      An administrator's account opens everything, so protect it with a second step: {signInSecurity.title} in the menu under your name.

      1. {signInSecurity.addPasskey} on this device, or {signInSecurity.setUpApp} with the QR code.
      2. Save the recovery codes where only you can find them. Each works once.

      A passkey can also be used on the sign-in page in place of username and password.

      ## Someone lost their device
      In {panels.users}, the button beside the account removes every second factor of a person. They sign in with the password and set up
      another. Do so only when you are sure who asks: they get an email about it, and it is recorded.

      > REQUIRE_SECOND_FACTOR=admins makes every administrator set one up at the next sign-in. Whether it is on stands in
      {panels.settings}.
    `,
  },
  backups: {
    title: 'Backups',
    words: 'backup restore save copy disaster server database file verify age last backup',
    text: `
      A backup is one file with everything: accounts, postings, evidence, scores, closed terms and the audit trail. Whoever runs the server
      makes it; the portal may run meanwhile.

      1. npm run backup -- FILE writes it. Let the server do this every night.
      2. npm run backup -- --verify FILE reads it through without touching the database.
      3. Copy it to another machine. One that lies beside the database is lost with it.

      npm run restore -- FILE puts it into an empty database, all or nothing. Try this once a year, on another machine.

      {installation.title} in {panels.settings} says when the last backup ended, and warns after a week without one.

      > With BACKUP_KEY the file is signed, and one that was changed is refused. Keep the key somewhere else than the file.
    `,
  },
}

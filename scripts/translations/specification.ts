const names: Readonly<Record<string, string>> = {
  general: 'loading unauthorized adminsOnly noResponse unexpectedClient',
  actions: 'save cancel delete close open logout add update',
  fields:
    'actions department degree description email gender name password role score title type username activityId recordId startingDate',
  panels: 'staff users activity departments terms yourActivity activityList',
  'codes.titles': 'p ap l al unknown',
  'codes.genders': 'Male Female Other',
  'codes.types': 'Compulsory Attending Elective',
  'codes.roles': 'admin staff',
  auth: 'invalid invalidRole loggedOut',
  users:
    'requiredFields invalidEmail invalidGender fetchFailed error roleUpdated added updated deleted toggleFailed saveFailed deleteFailed add',
  departments: 'emptyName loadFailed addFailed editFailed deleteFailed unknown',
  activities: 'fetchFailed addFailed deleteFailed empty add',
  postedActivities:
    'fetchFailed userDataFailed saveFailed deleteFailed posted updated deleted confirmDelete yourPosted postNew editTitle cancelEdit yourScores totalScore currentGrade',
  'postedActivities.cards': 'fb escore atts tp acts',
  'scoring.columns': 'tp fb atts acts escore',
  scoring:
    'invalidFeedback invalidTp feedbackUpdated tpUpdated feedbackFailed tpFailed staffActivitiesFailed noStaffActivities viewActivities activitiesFor unnamedMember viewLink',
}

/** The keys of the sentences and labels that the specification has, in English to the letter. */
export const specificationKeys: ReadonlySet<string> = new Set(
  Object.entries(names).flatMap(([group, keys]) => keys.split(' ').map((key) => `${group}.${key}`)),
)

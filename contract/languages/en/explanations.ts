/** A tap on a number: what it is, who sets it, when. */
export const explanations = {
  /** The name of a number that is a button. */
  explain: '{value}: what is {label}?',
  what: 'What it is',
  who: 'Who sets it',
  when: 'When',
  total: {
    what: 'The sum of the five parts: teacher points, feedback and the points of your three types of activities in {term}.',
    who: 'Nobody enters it. The portal adds the parts up.',
  },
  grade: {
    what: 'It comes from your total without feedback: {points}. For the title {title}, {grade} begins at {from}.',
    whatWithFeedback: 'It comes from your total with feedback: {points}. For the title {title}, {grade} begins at {from}.',
    nothingYet: 'Nothing scored yet: this is where everybody begins.',
    whatUntitled: 'A grade needs an academic title, and none is entered for you. The office can enter it.',
    who: 'The portal computes it. The grade bands are those of the rules: version {number}, published {day}.',
  },
  /** A part that the portal adds up. */
  atOnce: 'It changes at once, with every change of one of its parts.',
  tp: { what: 'Points that an administrator gives you for {term}. They count in your total and in both grades.' },
  fb: {
    what: 'Points for the feedback on your work in {term}. They count in your total and in the Grade with feedback, not in the Current grade (without feedback).',
  },
  given: {
    who: 'An administrator sets it.',
    setBy: 'Set on {day} by {who}.',
    setOn: 'Set on {day}.',
    notSet: 'Not set yet. Until then it counts as 0.',
  },
  activities: {
    what: 'The points of your activities of type {type} in {term}.',
    counting: { one: '{count} activity counts: {points}.', other: '{count} activities count: {points}.' },
    returned: {
      one: '{count} was returned and does not count until you edit it.',
      other: '{count} were returned and do not count until you edit them.',
    },
    overLimit: { one: '{count} is over a limit and counts 0.', other: '{count} are over a limit and count 0.' },
    who: 'You, by posting activities. Each earns what the catalogue says on the day on which you post it.',
    when: 'It changes at once when you post, edit or delete an activity, and when one is returned.',
    noLimits: 'No limits apply to this type.',
  },
  entry: {
    label: 'Points of {name}',
    what: 'What {name} was worth when you posted it. A later change of the catalogue does not change it.',
    counts: 'They count in {card}.',
    returned: 'It was returned: these points do not count until you edit it.',
    who: 'An administrator sets the points of an activity in the catalogue.',
    posted: 'They count since you posted it. Nobody has reviewed it yet.',
    verified: 'They count since you posted it. Verified on {day} by {who}.',
  },
  catalogue: {
    what: 'The points that {name} earns when you post it.',
    when: 'An administrator can change them at any time. What you have posted keeps its points.',
  },
} as const

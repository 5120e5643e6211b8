export const delegations = {
  delegateRequired: 'Choose to whom you lend Review.',
  dayRequired: 'Choose the last day.',
  dayPassed: 'Choose today or a later day.',
  dayTooFar: 'Choose a day within the next {days} days.',
  notToOneself: 'Choose another person than yourself.',
  alreadyLent: 'Review is lent to {name} already. End that first.',
  alreadyEnded: 'This has ended already.',
  notFound: 'This is not lent.',
  lent: 'Review lent to {name}',
  ended: 'Review is no longer lent to {name}',
  noticeLent: '{who} lent you Review until {day}.',
  noticeEnded: 'The Review that {who} lent you has ended.',
} as const

export const pages = {
  notFoundTitle: 'This page is not here',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  wayHome: 'Back to the portal',
  purpose: 'Post what you did. See what it counts. One place for every activity, score and grade.',
  failedTitle: 'The portal could not be opened',
  preparingTitle: 'This panel is being prepared',
  preparingText: 'It will open here as soon as it is ready. Nothing is needed from you.',
  /** For search engines, and for browsers without JavaScript. */
  description: "Post activities, follow scores and see grades: the university's staff activity and performance portal.",
  needsScript: 'This portal needs JavaScript. Please switch it on in your browser.',
} as const

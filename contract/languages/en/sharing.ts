/** What is shared into the portal. Loaded with the form of a posting (web/sharing/words.ts), and stored with it for use without a network. */
export const sharing = {
  sharing: {
    /** An item in the menu of the portal's icon. */
    post: 'Post',
    noPostings: 'This account has no activities of its own, so nothing can be posted from it. Shared files were not kept.',
    notTaken: 'The shared files could not be taken over. Choose them here in the form.',
  },
  /** Photos before they are sent: pages of one PDF, cropped and turned. */
  photos: {
    join: { one: 'Put the photo into a PDF', other: 'Put the {count} photos into one PDF' },
    joined: { one: 'The photo is now a page of {file}', other: 'The {count} photos are now pages of {file}' },
    notJoined: 'The photos could not be put into one PDF. They are still here.',
    edit: 'Crop and turn',
    editNamed: 'Crop and turn {file}',
    hint: 'Drag the edges, or choose one and use the arrow keys.',
    left: 'Turn left',
    right: 'Turn right',
    whole: 'Whole photo',
    use: 'Use photo',
    edges: { left: 'Left edge', right: 'Right edge', top: 'Upper edge', bottom: 'Lower edge' },
    percent: '{number}%',
    unreadable: 'This photo could not be opened. Close this and choose it again.',
  },
} as const

/** What is shared into the portal. Loaded with the form of a posting (web/sharing/words.ts), and stored with it for use without a network. */
export const sharing = {
  sharing: {
    /** An item in the menu of the portal's icon. */
    post: 'Post',
    noPostings: 'This account has no activities of its own, so nothing can be posted from it. Shared files were not kept.',
    notTaken: 'The shared files could not be taken over. Choose them here in the form.',
  },
} as const

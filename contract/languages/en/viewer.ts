/** Pictures that fill the screen. */
export const viewer = {
  position: '{number} of {total}',
  opened: '{position}: {description}',
  previous: 'Previous picture',
  next: 'Next picture',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  download: 'Download',
  downloadNamed: 'Download {name}',
  failed: 'This picture could not be loaded.',
} as const

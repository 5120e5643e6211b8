/** The photos and PDF files of a posting: in its form, as thumbnails, and in the viewer. */
export const evidence = {
  rule: 'optional; up to {most} photos or PDF files',
  /** The button `chooseFiles` follows. */
  dropFiles: 'Drop photos or PDF files here, or',
  chooseFiles: 'choose files',
  dropHere: 'Drop them here',
  takePhoto: 'Take a photo',
  chooseOnPhone: 'Choose files',
  chosen: 'Chosen files',
  count: '{number} of {most} files',
  preparing: 'Preparing',
  previewOf: 'Preview of {file}',
  stored: 'saved',
  pages: { one: '1 page', other: '{count} pages' },
  removeImage: 'Remove image {file}',
  removeFile: 'Remove file {file}',
  tooMany: 'At most {most} files. Not added: {files}',
  processing: 'Uploaded. The server is checking the files; a PDF takes a few seconds.',
  further: 'Further evidence',
  photoOf: 'Photo {file}: {name}, {day}',
  pdfOf: { one: 'PDF {file}, 1 page: {name}, {day}', other: 'PDF {file}, {count} pages: {name}, {day}' },
  /** On a thumbnail. */
  pdfMark: 'PDF · {pages}',
  pageOf: '{file}, page {page} of {pages}',
  filesAdded: 'added: {files}',
  filesRemoved: 'removed: {files}',
  filesAddedAndRemoved: 'added: {added}; removed: {removed}',
} as const

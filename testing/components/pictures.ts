/** A photo of one colour, as bytes in Base64 for `decode(…, 'base64')`, or as a file. */
export async function photo(colour: string, name = 'photo.jpg'): Promise<{ file: File; base64: string }> {
  const canvas = new OffscreenCanvas(90, 60)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser draws nothing')
  context.fillStyle = colour
  context.fillRect(0, 0, 90, 60)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return { file: new File([bytes], name, { type: 'image/jpeg' }), base64: btoa(String.fromCharCode(...bytes)) }
}

// A QR code as a file: dark on white, for print.

const MODULE_PX = 16

function svgText(path: string, size: number): string {
  const side = size * MODULE_PX
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${side}" height="${side}">`,
    `<rect width="${size}" height="${size}" fill="white"/>`,
    `<path d="${path}" fill="black" shape-rendering="crispEdges"/></svg>`,
  ].join('')
}

export const svgOf = (path: string, size: number): Blob => new Blob([svgText(path, size)], { type: 'image/svg+xml' })

export async function pngOf(path: string, size: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(size * MODULE_PX, size * MODULE_PX)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(MODULE_PX, MODULE_PX)
  context.fillStyle = 'black'
  const modules = new Path2D(path)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
  context.fill(modules)
  return canvas.convertToBlob({ type: 'image/png' })
}

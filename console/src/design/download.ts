// What the server or the page has made, as a file of the person.

const OPEN_FOR_MS = 60_000

/** `filename*=` is written by us where the name is not plain. */
function filenameOf(response: Response): string | null {
  const disposition = response.headers.get('content-disposition') ?? ''
  const plain = /filename="([^"]+)"/.exec(disposition)?.[1]
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return coded ? decodeURIComponent(coded) : (plain ?? null)
}

export function saveBlob(blob: Blob, filename: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), OPEN_FOR_MS)
}

/** Under the name that the answer gives it, else under this one. */
export async function saveResponse(response: Response, filename: string): Promise<void> {
  saveBlob(await response.blob(), filenameOf(response) ?? filename)
}

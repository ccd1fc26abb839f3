// The HTML to embed a form in another site. Pure.

/** The script is replaced by a frame as high as the form. */
export const snippetOf = (url: string): string => `<script src="${url}/embed.js" async></script>`

/** The origin of an address copied from a browser, with or without https and a path; null if it is not an address. */
export function originOf(text: string): string | null {
  const plain = text.trim()
  if (plain === '' || /\s|\*/.test(plain)) return null
  const url = URL.parse(/^[a-z]+:\/\//i.test(plain) ? plain : `https://${plain}`)
  return url !== null && url.protocol === 'https:' && url.hostname.includes('.') && url.username === ''
    ? url.origin
    : null
}

// Sanitizes external HTML for display: text, formatting, tables, links and https pictures; no scripts, forms or style
// sheets, and nothing that is fetched from the sender automatically. Embedded pictures refer to their attachments.

import type { Attributes, IOptions, Tag } from 'sanitize-html'

const BLOCKS = ['p', 'br', 'hr', 'div', 'span', 'blockquote', 'pre', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const FORMS = ['b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'small', 'ul', 'ol', 'li', 'dl', 'dt', 'dd']
const TABLES = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption']
const NESTING_MAX = 200

/** For a remote picture: its 0-based position among the mail's pictures. */
const PLACE = 'data-picture'
/** For a picture in the mail: the id of its attachment. */
const ATTACHMENT = 'data-attachment'
/** Further pictures are shown by their alternative text. */
export const PICTURES_MAX = 100
const ADDRESS_MAX = 4000

const options = {
  allowedTags: [...BLOCKS, ...FORMS, ...TABLES, 'a', 'img'],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    // Replaced by its alternative text: fetching a picture would tell the sender that the mail was read. A page
    // requests it by position.
    img: ['alt', 'width', 'height', PLACE, ATTACHMENT],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    '*': ['dir', 'lang'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: NESTING_MAX,
  transformTags: {
    a: (tagName, { href = '', dir, lang }) => ({
      tagName,
      attribs: {
        href,
        rel: 'noopener noreferrer nofollow',
        target: '_blank',
        ...(dir === undefined ? {} : { dir }),
        ...(lang === undefined ? {} : { lang }),
      },
    }),
  },
} satisfies IOptions

/** Invisible: a tracking pixel. */
function isToTrack({ width, height, style = '', hidden }: Attributes): boolean {
  const isSmall = (size: string | undefined) => size !== undefined && /^\s*[01](\D|$)/.test(size)
  const isHidden =
    /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(\D|$)|(width|height)\s*:\s*[01](px)?\s*(;|!|$)/i
  return isSmall(width) || isSmall(height) || hidden !== undefined || isHidden.test(style)
}

/** The URL of a picture that may be fetched; null for others. */
function addressOf({ src = '' }: Attributes): string | null {
  const address = src.trim()
  if (!/^https?:\/\//i.test(address) || address.length > ADDRESS_MAX || !URL.canParse(address)) return null
  const { href, username, password } = new URL(address)
  return username === '' && password === '' ? href : null
}

/** Content-ID → attachment. */
export type InlinePictures = ReadonlyMap<string, string | null>

/** The attachment that a picture refers to (RFC 2392); null when it refers to none. */
function attachmentOf({ src = '' }: Attributes, inline: InlinePictures): string | null {
  const name = /^\s*cid:(.{1,1000}?)\s*$/i.exec(src)?.[1]
  if (name === undefined) return null
  try {
    return inline.get(name) ?? inline.get(decodeURIComponent(name)) ?? null
  } catch {
    return null
  }
}

/** One pass for both, so that a position means the same picture. */
async function readThrough(html: string, inline: InlinePictures): Promise<{ clean: string; pictures: string[] }> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  const pictures: string[] = []
  const img = (tagName: string, attributes: Attributes): Tag => {
    const { src: _, ...attribs } = attributes
    const address = isToTrack(attributes) ? null : addressOf(attributes)
    delete attribs[PLACE]
    delete attribs[ATTACHMENT]
    const attachment = attachmentOf(attributes, inline)
    if (attachment !== null) return { tagName, attribs: { ...attribs, [ATTACHMENT]: attachment } }
    if (address === null || pictures.length >= PICTURES_MAX) return { tagName, attribs }
    pictures.push(address)
    return { tagName, attribs: { ...attribs, [PLACE]: String(pictures.length - 1) } }
  }
  const transformTags = { ...options.transformTags, img }
  return { clean: sanitizeHtml(html, { ...options, transformTags }), pictures }
}

export const sanitised = async (html: string, inline: InlinePictures = new Map()): Promise<string> =>
  (await readThrough(html, inline)).clean

/** The URLs of a mail's pictures, by their positions in the sanitized form. */
export const picturesIn = async (html: string): Promise<string[]> => (await readThrough(html, new Map())).pictures

// HTML that somebody else wrote, so that a page may show it: words, their form, tables, links and pictures by https; no
// script, no form, no style sheet, nothing that is fetched by itself from who wrote it.

import type { IOptions } from 'sanitize-html'

const TAGS = [
  ...['p', 'br', 'hr', 'div', 'span', 'blockquote', 'pre', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'small', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'a', 'img'],
]
const NESTING_MAX = 200

const options: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    // Shown by its words: fetched, a picture tells who wrote the mail that it was read.
    img: ['alt', 'width', 'height'],
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
}

export async function sanitised(html: string): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  return sanitizeHtml(html, options)
}

// The installation's own pages: documents without a form.

import type { PageLanguage } from '../language.ts'
import { escape, htmlOf, pageHeaders } from '../page.ts'

export { escape } from '../page.ts'

/** No form can be submitted. */
export const PLAIN_PAGE_HEADERS = pageHeaders({ 'form-action': "'none'" })

/** `body` is HTML; the caller escapes its values. */
export function page(title: string, body: string, language?: PageLanguage): string {
  return htmlOf({ title, body, frame: 'document', ...(language && { language }) })
}

/** Text in which \`this\` is code. */
export function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

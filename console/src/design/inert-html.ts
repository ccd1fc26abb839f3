// Reduces a template's HTML to a harmless preview: no scripts, requests, forms or links. The frame and the page's
// policy would block all of these too.

const KEPT = 'data-written-style'
const GONE = 'data-gone'
const REMOVED = `script, iframe, object, applet, template, [${GONE}]`
const FETCHED = /^(src|srcset|poster|background|data|ping|action|formaction|longdesc|lowsrc)$/i
const OWN_PICTURE = /^data:image\//i
const ADDRESS = /^(https?:|mailto:|tel:|#)/i

const TAG = /(<[a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*>)/gi
const ATTRIBUTE = /([^\s"'=<>/]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))/g

export interface Inert {
  body: string
  /**
   * Style sheets, separate from the body, where element styles are stored under `KEPT`: the console's policy refuses
   * inline styles.
   */
  sheets: string[]
}

export function inertOf(html: string): Inert {
  const read = new DOMParser().parseFromString(harmless(html), 'text/html')
  const templates = [...read.querySelectorAll<HTMLTemplateElement>('template[data-sheet]')]
  const sheets = templates.map(({ content }) => withoutFetching(content.textContent ?? ''))
  for (const element of read.querySelectorAll(REMOVED)) element.remove()
  for (const element of read.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (!mayStay(name, element.getAttribute(name) ?? '')) element.removeAttribute(name)
  return { body: read.documentElement.outerHTML, sheets }
}

/** Puts the styles on by the object model, which the policy allows. */
export function dress(frame: HTMLIFrameElement, sheets: readonly string[]): void {
  const inside = frame.contentDocument
  const Sheet = (frame.contentWindow as (Window & typeof globalThis) | null)?.CSSStyleSheet
  if (!inside || !Sheet) return
  inside.adoptedStyleSheets = sheets.map((text) => {
    const sheet = new Sheet()
    sheet.replaceSync(text)
    return sheet
  })
  for (const element of inside.querySelectorAll<HTMLElement>(`[${KEPT}]`))
    element.style.cssText = withoutFetching(element.getAttribute(KEPT) ?? '')
}

/**
 * Renames elements before parsing: the browser applies the page's policy, and reports violations, even to a document
 * that is only parsed.
 */
function harmless(html: string): string {
  return html
    .replace(/<style\b/gi, '<template data-sheet')
    .replace(/<\/style\b/gi, '</template')
    .replace(/<(base|meta|link|embed)\b/gi, `<wbr ${GONE}`)
    .replace(
      TAG,
      (_, name: string, rest: string) =>
        name +
        rest.replace(ATTRIBUTE, (all, attribute: string, value: string) => {
          if (/^style$/i.test(attribute)) return KEPT + value
          return /^on/i.test(attribute) ? '' : all
        }),
    )
}

function mayStay(name: string, value: string): boolean {
  if (/^on|^srcdoc$/i.test(name)) return false
  if (/href$/i.test(name)) return ADDRESS.test(value.trim())
  return !FETCHED.test(name) || (name === 'src' && OWN_PICTURE.test(value))
}

const withoutFetching = (css: string): string =>
  css.replace(/@import[^;]*;?/gi, '').replace(/url\(\s*(?!["']?data:image\/)[^)]*\)/gi, 'none')

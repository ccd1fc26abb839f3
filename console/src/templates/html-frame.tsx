import { useMemo } from 'react'

const KEPT = 'data-written-style'

/**
 * Mail as HTML: in a frame that can run nothing, go nowhere and load nothing from elsewhere. The policy of the console
 * takes no style that is written into a page, which mails have: it is put on by the object model, once it is there.
 */
export function HtmlFrame({ title, html }: { title: string; html: string }) {
  const { body, sheets } = useMemo(() => apart(html), [html])
  const dress = (frame: HTMLIFrameElement) => {
    const inside = frame.contentDocument
    const Sheet = (frame.contentWindow as (Window & typeof globalThis) | null)?.CSSStyleSheet
    if (!inside || !Sheet) return
    inside.adoptedStyleSheets = sheets.map((text) => {
      const sheet = new Sheet()
      sheet.replaceSync(text)
      return sheet
    })
    for (const element of inside.querySelectorAll<HTMLElement>(`[${KEPT}]`))
      element.style.cssText = element.getAttribute(KEPT) ?? ''
  }
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={body}
      onLoad={({ currentTarget }) => dress(currentTarget)}
      className="h-80 w-full rounded-box border border-line bg-[white]"
    />
  )
}

/** Read as something that is no style: also what is only read, the policy looks at. */
function apart(html: string): { body: string; sheets: string[] } {
  const harmless = html
    .replace(/(<[^>]*\s)style\s*=/gi, `$1${KEPT}=`)
    .replace(/<style\b/gi, '<template data-sheet')
    .replace(/<\/style\b/gi, '</template')
  const read = new DOMParser().parseFromString(harmless, 'text/html')
  const templates = [...read.querySelectorAll<HTMLTemplateElement>('template[data-sheet]')]
  const sheets = templates.map(({ content }) => content.textContent ?? '')
  for (const element of read.querySelectorAll('template, script, link, meta, base')) element.remove()
  return { body: read.documentElement.outerHTML, sheets }
}

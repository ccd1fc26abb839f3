import { useMemo } from 'react'
import { dress, inertOf } from './inert-html.ts'

/** An HTML mail in a frame without scripts, navigation or external requests. */
export function HtmlFrame({ title, html }: { title: string; html: string }) {
  const { body, sheets } = useMemo(() => inertOf(html), [html])
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={body}
      onLoad={({ currentTarget }) => dress(currentTarget, sheets)}
      className="h-80 w-full rounded-box border border-line bg-[white]"
    />
  )
}

// A mail as it was laid out: what the service left of it (no script, no form, nothing that is fetched), in a frame that
// runs nothing and is of no origin. Pictures from elsewhere are not loaded: that would tell who wrote it that it was
// read.

import type { Message } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Failed } from '../design/states.tsx'
import mailStyle from './mail-frame.css?url'
import { words } from './words.ts'

/** Its own wall, beside that of the page, which the frame has too. */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'"
const HEAD = [
  '<!doctype html>',
  `<meta http-equiv="content-security-policy" content="${POLICY}">`,
  '<meta name="color-scheme" content="light dark">',
  `<link rel="stylesheet" href="${mailStyle}">`,
].join('')

export function MailFrame({ message }: { message: Message }) {
  const w = useWords(words)
  const hasWords = message.text !== null && message.text !== ''
  const [isShown, setShown] = useState(false)
  if (!isShown)
    return (
      <Button look="quiet" className="mt-1 -ms-3" onPress={() => setShown(true)}>
        {hasWords ? w.asLaidOut : w.showMail}
      </Button>
    )
  return <Frame id={message.id} />
}

function Frame({ id }: { id: string }) {
  const w = useWords(words)
  const { data, error, refetch } = useQuery({
    queryKey: ['mail', id],
    queryFn: () => api.messages.retrieve(id, { html: 'sanitised' }).then(({ html }) => html ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <Failed error={error} onRetry={refetch} />
  if (data === undefined) return null
  return (
    <>
      <iframe
        title={w.mail}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={`${HEAD}<body>${data}`}
        className="mt-2 block h-96 w-[34rem] max-w-full resize-y rounded-box border border-line bg-surface"
      />
      <p className="mt-1 text-small text-soft">{w.noPictures}</p>
    </>
  )
}

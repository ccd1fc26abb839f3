// Displays a sanitized HTML mail (no scripts, forms or requests) in a frame without scripts and with an opaque origin.
// External pictures are loaded only on request, because loading tells the sender that the mail was read. They come
// through our server as data: the frame makes no requests.

import type { Message } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useSession } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Checkbox } from '../design/field.tsx'
import { Failed } from '../design/states.tsx'
import mailStyle from './mail-frame.css?url'
import { messageWords } from './message-words.ts'
import {
  attachedIn,
  fetchAttached,
  fetchPictures,
  isTrusted,
  mayBeTrusted,
  type Pictures,
  placesIn,
  trust,
  withAttached,
  withPictures,
} from './pictures.ts'

/** The frame's own policy in addition to the page's. */
const POLICY = "default-src 'none'; style-src 'self'; img-src data:; form-action 'none'; base-uri 'none'"
const HEAD = [
  '<!doctype html>',
  `<meta http-equiv="content-security-policy" content="${POLICY}">`,
  '<meta name="color-scheme" content="light dark">',
  `<link rel="stylesheet" href="${mailStyle}">`,
].join('')

export function MailFrame({ message }: { message: Message }) {
  const w = useWords(messageWords)
  const hasWords = message.text !== null && message.text !== ''
  const [isShown, setShown] = useState(false)
  if (!isShown)
    return (
      <Button look="quiet" className="mt-1 -ms-3" onPress={() => setShown(true)}>
        {hasWords ? w.asLaidOut : w.showMail}
      </Button>
    )
  return <Frame message={message} />
}

function Frame({ message }: { message: Message }) {
  const w = useWords(messageWords)
  const session = useSession()
  const { id } = message
  const [isAsked, setAsked] = useState(() => isTrusted(session, message))
  const { data, error, refetch } = useQuery({
    queryKey: ['mail', id],
    queryFn: () => api.messages.retrieve(id, { html: 'sanitised' }).then(({ html }) => html ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const attached = useQuery({
    queryKey: ['mail-attached', id],
    queryFn: () => fetchAttached(attachedIn(data ?? '')),
    enabled: data !== undefined && attachedIn(data).length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data
  const places = data === undefined ? [] : placesIn(data)
  const pictures = useQuery({
    queryKey: ['mail-pictures', id],
    queryFn: () => fetchPictures(id, places),
    enabled: isAsked && places.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data
  if (error) return <Failed error={error} onRetry={refetch} />
  if (data === undefined) return null
  const html = attached ? withAttached(data, attached) : data
  return (
    <>
      <iframe
        title={w.mail}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={`${HEAD}<body>${pictures ? withPictures(html, pictures) : html}`}
        className="mt-2 block h-96 w-[34rem] max-w-full resize-y rounded-box border border-line bg-surface"
      />
      {places.length > 0 && (
        <PictureFoot message={message} isAsked={isAsked} pictures={pictures} onAsk={() => setAsked(true)} />
      )}
    </>
  )
}

interface PictureFootProps {
  message: Message
  isAsked: boolean
  pictures: Pictures | undefined
  onAsk: () => void
}

/** Before: the consequence of loading; after: the result. */
function PictureFoot({ message, isAsked, pictures, onAsk }: PictureFootProps) {
  const w = useWords(messageWords)
  const session = useSession()
  const [isAlways, setAlways] = useState(() => isTrusted(session, message))
  if (!isAsked)
    return (
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button onPress={onAsk}>{w.showPictures}</Button>
        <p className="min-w-0 grow basis-60 text-small text-soft">{w.noPictures}</p>
      </div>
    )
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">
      <p role="status">
        {pictures === undefined
          ? w.picturesCome
          : pictures.failed > 0
            ? w.picturesFailed(pictures.failed)
            : w.picturesShown}
      </p>
      {mayBeTrusted(message) && (
        <Checkbox
          label={w.alwaysPictures}
          checked={isAlways}
          onChange={({ target }) => {
            setAlways(target.checked)
            trust(session, message, target.checked)
          }}
        />
      )}
    </div>
  )
}

import type { MessageAttachment } from '@samvad/sdk'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { pathOf } from './path-of.ts'

/**
 * Plays a video or audio file in place. Nothing is loaded before the user presses play. The message's link may be a day
 * old, so it is renewed once after an error; a file that the browser cannot play can only be downloaded.
 */
export function Player({ file }: { file: MessageAttachment }) {
  const [path, setPath] = useState(pathOf(file.url as string))
  const [state, setState] = useState<'first' | 'renewed' | 'broken'>('first')
  if (state === 'broken') return null
  const renew = async () => {
    if (state === 'renewed') return setState('broken')
    setState('renewed')
    try {
      setPath(pathOf((await api.attachments.retrieve(file.id)).url))
    } catch {
      setState('broken')
    }
  }
  const shared = { src: path, controls: true, preload: 'none', onError: () => void renew() } as const
  return file.content_type.startsWith('video/') ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what contacts send has no captions
    <video
      {...shared}
      playsInline
      aria-label={file.filename}
      className="mb-1 aspect-video max-h-72 w-80 max-w-full rounded-box bg-black object-contain"
    />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what contacts send has no captions
    <audio {...shared} aria-label={file.filename} className="mb-1 h-10 w-72 max-w-full" />
  )
}

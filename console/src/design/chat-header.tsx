// The header of a chat message: a bold line, a picture, a video, a document or a location.

import { FileText, Image, MapPin, Play } from 'lucide-react'
import { useState } from 'react'
import { pathOf, type ShownHeader, type ShownLocation } from '../app/chat-parts.ts'
import { useWords } from '../app/language.tsx'
import { chatWords } from './chat-words.ts'
import { sizeOf } from './file-size.ts'

type Media = Exclude<ShownHeader, { type: 'text' | 'location' }>

export const isMedia = (header: ShownHeader | null): header is Media =>
  header !== null && header.type !== 'text' && header.type !== 'location'

export function ChatMedia({ header: { type, file } }: { header: Media }) {
  const w = useWords(chatWords)
  const [broken, setBroken] = useState<string | null>(null)
  if (type === 'document')
    return (
      <div className="flex items-center gap-3 rounded-box bg-hover px-3 py-3">
        <FileText aria-hidden className="size-6 shrink-0 text-bad" />
        <span className="min-w-0">
          <bdi className="block truncate font-medium">{file?.filename ?? w.document}</bdi>
          {file?.size != null && <span className="figures text-small text-soft">{sizeOf(file.size)}</span>}
        </span>
      </div>
    )
  if (type === 'image' && file?.url && broken !== file.url)
    return (
      <img
        src={pathOf(file.url)}
        alt={file.filename ?? w.image}
        className="max-h-72 w-full rounded-box object-cover"
        onError={() => setBroken(file.url)}
      />
    )
  const Sign = type === 'image' ? Image : Play
  return (
    <div className="flex aspect-video flex-col items-center justify-center gap-1 rounded-box bg-hover text-soft">
      <span className={type === 'video' ? 'rounded-full bg-ink p-3 text-surface' : undefined}>
        <Sign aria-hidden className="size-6" />
      </span>
      <bdi className="max-w-full truncate px-3 text-small">{file?.filename ?? w[type]}</bdi>
      {file?.size != null && <span className="figures text-small">{sizeOf(file.size)}</span>}
    </div>
  )
}

/** A tile with the location's name: no map is loaded from outside. */
export function ChatPlace({ place: { latitude, longitude, name, address } }: { place: ShownLocation }) {
  const w = useWords(chatWords)
  return (
    <div className="flex items-start gap-3 rounded-box bg-hover px-3 py-3">
      <MapPin role="img" aria-label={w.location} className="mt-0.5 size-6 shrink-0 text-bad" />
      <span className="min-w-0 wrap-anywhere">
        <bdi className="block font-medium">{name}</bdi>
        <bdi className="block text-small text-soft">{address}</bdi>
        <bdi className="figures block text-small text-soft">
          {latitude}, {longitude}
        </bdi>
      </span>
    </div>
  )
}

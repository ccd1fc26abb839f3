import type { MessageAttachment } from '@samvad/sdk'
import { Download, File } from 'lucide-react'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { IconButton } from '../design/button.tsx'
import { sizeOf } from '../design/file-size.ts'
import { tell } from '../design/toast.tsx'
import { Player } from './message-player.tsx'
import { messageWords } from './message-words.ts'
import { pathOf } from './path-of.ts'

/** Picture types by the file's content as determined by the server; none that can contain scripts. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Types that browsers play in place when they have the codec. */
const PLAYED = /^(video|audio)\//

export function Files({ files }: { files: readonly MessageAttachment[] }) {
  return (
    <ul className="mt-1.5 flex flex-col gap-1.5">
      {files.map((file) => (
        <li key={file.id}>
          <OneFile file={file} />
        </li>
      ))}
    </ul>
  )
}

function OneFile({ file }: { file: MessageAttachment }) {
  const w = useWords(messageWords)
  const [isBroken, setBroken] = useState(false)
  const isPicture = PICTURES.has(file.content_type) && file.url !== null && !isBroken
  const isPlayed = PLAYED.test(file.content_type) && file.url !== null
  /** Requests a new link, because the message's may be a day old. */
  const download = async () => {
    try {
      const { url } = await api.attachments.retrieve(file.id)
      const link = document.createElement('a')
      link.href = pathOf(url)
      link.download = file.filename
      link.click()
    } catch {
      tell(w.noFile, { isBad: true })
    }
  }
  return (
    <>
      {isPicture && (
        <img
          src={pathOf(file.url as string)}
          alt={file.filename}
          loading="lazy"
          className="mb-1 max-h-72 max-w-full rounded-box object-contain"
          onError={() => setBroken(true)}
        />
      )}
      {isPlayed && <Player file={file} />}
      <span className="flex min-w-0 items-center gap-2">
        <File aria-hidden className="size-4 shrink-0 text-soft" />
        <bdi className="min-w-0 grow truncate" title={file.filename}>
          {file.filename}
        </bdi>
        <span className="figures shrink-0 text-small text-soft">{sizeOf(file.size)}</span>
        <IconButton label={w.download(file.filename)} onClick={() => void download()}>
          <Download aria-hidden className="size-4" />
        </IconButton>
      </span>
    </>
  )
}

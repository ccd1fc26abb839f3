import { Paperclip, X } from 'lucide-react'
import { useErrorWords } from '../app/errors.tsx'
import type { KeptFile } from '../app/kept.ts'
import { useWords } from '../app/language.tsx'
import type { Uploads } from '../app/use-uploads.ts'
import { IconButton } from '../design/button.tsx'
import { sizeOf } from '../design/file-size.ts'
import { composerWords } from './composer-words.ts'

interface ComposerFilesProps {
  files: readonly KeptFile[]
  uploads: Uploads
  onDrop: (id: string) => void
}

const LINE = 'flex min-w-0 items-center gap-2 rounded-box bg-hover ps-2 text-small'

/** The message's files, and those still being uploaded. */
export function ComposerFiles({ files, uploads, onDrop }: ComposerFilesProps) {
  const w = useWords(composerWords)
  const said = useErrorWords()
  if (files.length + uploads.all.length === 0) return null
  return (
    <ul aria-label={w.attachments} className="flex flex-col gap-1 py-1">
      {files.map(({ id, filename, size }) => (
        <li key={id} className={LINE}>
          <Paperclip aria-hidden className="size-3.5 shrink-0 text-soft" />
          <bdi className="min-w-0 grow truncate">{filename}</bdi>
          <span className="figures text-soft">{sizeOf(size)}</span>
          <IconButton label={w.dropFile(filename)} onClick={() => onDrop(id)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
      {uploads.all.map(({ key, name, part, error }) => (
        <li key={key} className={LINE}>
          <bdi className="min-w-0 grow truncate">{name}</bdi>
          {error === null ? (
            <progress aria-label={w.uploading(name)} value={part} className="h-1.5 w-24 accent-accent" />
          ) : (
            <span role="alert" className="text-bad">
              {said(error).title}
            </span>
          )}
          <IconButton label={w.dropFile(name)} onClick={() => uploads.drop(key)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

import { FileText, Upload, Video, X } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { MEDIA, type MediaType, pathOf } from '../app/chat-parts.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useUploads } from '../app/use-uploads.ts'
import { Button, IconButton } from '../design/button.tsx'
import { sizeOf } from '../design/file-size.ts'
import { partWords } from './part-words.ts'
import type { HeaderFile } from './parts.ts'

interface HeaderFileFieldProps {
  type: MediaType
  file: HeaderFile | null
  error: string | null
  onChange: (file: HeaderFile | null) => void
}

/** The header's file: chosen or dropped, with upload progress and a preview. */
export function HeaderFileField({ type, file, error, onChange }: HeaderFileFieldProps) {
  const w = useWords(partWords)
  const said = useErrorWords()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const uploads = useUploads(({ id: uploaded, filename, content_type, size, url }) =>
    onChange({ id: uploaded, filename, content_type, size, url }),
  )
  const { types, names, bytesMax, sizeMax } = MEDIA[type]
  const upload = uploads.all[0]
  const choose = (list: FileList | null | undefined) => {
    const chosen = list?.[0]
    if (!chosen) return
    for (const { key } of uploads.all) uploads.drop(key)
    const isKnown = types.includes(chosen.type)
    setRefused(!isKnown ? w.wrongType(names) : chosen.size > bytesMax ? w.tooLarge(sizeOf(chosen.size), sizeMax) : null)
    if (isKnown && chosen.size <= bytesMax) uploads.add([chosen])
  }
  const failed = upload?.error == null ? null : said(upload.error).title
  const wrong = refused ?? failed ?? error
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop(event: DragEvent) {
      event.preventDefault()
      choose(event.dataTransfer.files)
    },
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={`${id}-hint ${id}-error`}>
      <legend className="mb-1 font-medium">{w.file[type]}</legend>
      <div
        {...drop}
        className={`flex flex-wrap items-center gap-3 rounded-box border border-dashed p-3 ${wrong ? 'border-bad' : 'border-edge'}`}
      >
        {file && (
          <>
            <Thumbnail type={type} file={file} />
            <IconButton label={w.removeFile} className="sm:order-last" onClick={() => onChange(null)}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </>
        )}
        {upload && upload.error === null ? (
          <span className="flex min-w-40 grow items-center gap-2" role="status">
            <progress aria-label={w.uploading} value={upload.part} className="bar grow" />
            <span className="text-small text-soft">{w.uploading}</span>
          </span>
        ) : (
          <Button
            look={file ? 'quiet' : 'plain'}
            icon={<Upload aria-hidden className="size-4" />}
            onPress={() => chooser.current?.click()}
          >
            {file ? w.replaceFile : w.chooseFile}
          </Button>
        )}
        <input
          ref={chooser}
          type="file"
          name="header-file"
          accept={types.join(',')}
          hidden
          tabIndex={-1}
          aria-hidden
          onChange={({ target }) => {
            choose(target.files)
            target.value = ''
          }}
        />
      </div>
      <p id={`${id}-hint`} className="text-small text-soft">
        {w.fileHint(names, sizeMax)}
      </p>
      {wrong && (
        <p id={`${id}-error`} role="alert" className="text-small text-bad">
          {wrong}
        </p>
      )}
    </fieldset>
  )
}

function Thumbnail({ type, file: { filename, size, url } }: { type: MediaType; file: HeaderFile }) {
  const Sign = type === 'video' ? Video : FileText
  return (
    <span className="flex min-w-0 grow basis-40 items-center gap-3">
      {type === 'image' && url ? (
        <img src={pathOf(url)} alt="" className="size-12 shrink-0 rounded-box object-cover" />
      ) : (
        <span className="flex size-12 shrink-0 items-center justify-center rounded-box bg-hover text-soft">
          <Sign aria-hidden className="size-5" />
        </span>
      )}
      <span className="min-w-0">
        <bdi className="block truncate">{filename}</bdi>
        {size !== null && <span className="figures text-small text-soft">{sizeOf(size)}</span>}
      </span>
    </span>
  )
}

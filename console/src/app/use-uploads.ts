// Files being uploaded, with their progress.

import type { Attachment } from '@samvad/sdk'
import { useEffect, useRef, useState } from 'react'
import { uploadFile } from './uploads.ts'

export interface Upload {
  key: number
  name: string
  /** From 0 to 1. */
  part: number
  error: unknown
}

export interface Uploads {
  all: Upload[]
  isBusy: boolean
  add(files: File[]): void
  drop(key: number): void
}

let lastKey = 0

export function useUploads(onDone: (file: Attachment) => void): Uploads {
  const [all, setAll] = useState<Upload[]>([])
  const ending = useRef(new Map<number, AbortController>())
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    const controllers = ending.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const set = (key: number, fields: Partial<Upload>) =>
    setAll((uploads) => uploads.map((one) => (one.key === key ? { ...one, ...fields } : one)))
  const drop = (key: number) => {
    ending.current.get(key)?.abort()
    ending.current.delete(key)
    setAll((uploads) => uploads.filter((one) => one.key !== key))
  }
  const begin = async (file: File) => {
    const key = ++lastKey
    const controller = new AbortController()
    ending.current.set(key, controller)
    setAll((uploads) => [...uploads, { key, name: file.name, part: 0, error: null }])
    try {
      done.current(await uploadFile(file, (part) => set(key, { part }), controller.signal))
      drop(key)
    } catch (error) {
      if (!controller.signal.aborted) set(key, { error })
    }
  }
  return {
    all,
    isBusy: all.some(({ error }) => error === null),
    add: (files) => {
      for (const file of files) void begin(file)
    },
    drop,
  }
}

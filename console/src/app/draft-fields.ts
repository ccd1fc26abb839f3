// Unsent drafts as stored in this browser.

/** A file that was uploaded and went with no message yet. */
export interface KeptFile {
  id: string
  filename: string
  content_type: string
  size: number
}

export interface DraftSection {
  title: string
  rows: readonly { title: string; description: string }[]
}

/** Buttons or a list below the text. Both are kept: who looks at the other finds what was written. */
export interface DraftInteractive {
  type: 'buttons' | 'list'
  header: string
  footer: string
  buttons: readonly string[]
  /** What opens the list. */
  button: string
  sections: readonly DraftSection[]
}

export interface Draft {
  channel: string | null
  /** Null until it is changed: then it is that of the thread. */
  subject: string | null
  text: string
  templateId: string | null
  variables: Record<string, string>
  files: KeptFile[]
  /** Missing in what an earlier version kept; so is the next one. */
  interactive?: DraftInteractive | null
  /** The message that is quoted. */
  replyTo?: string | null
}

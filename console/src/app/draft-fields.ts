// Unsent drafts as stored in this browser.

/** An uploaded file that is not part of a message yet. */
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

/** Buttons or a list below the text. Both are stored, so that switching between them loses nothing. */
export interface DraftInteractive {
  type: 'buttons' | 'list'
  header: string
  footer: string
  buttons: readonly string[]
  /** The label of the button that opens the list. */
  button: string
  sections: readonly DraftSection[]
}

export interface Draft {
  channel: string | null
  /** Null until it is changed; then the thread's subject applies. */
  subject: string | null
  text: string
  templateId: string | null
  variables: Record<string, string>
  files: KeptFile[]
  /** Missing in drafts stored by an earlier version; so is the next one. */
  interactive?: DraftInteractive | null
  /** The message that is quoted. */
  replyTo?: string | null
}

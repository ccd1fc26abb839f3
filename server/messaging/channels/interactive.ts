// Buttons and lists below the text of a message, and their limits. Source: Meta's "Interactive reply buttons messages"
// and "Interactive list messages".

export const interactiveTypes = ['buttons', 'list'] as const

/** In characters, and in items of a list. */
export const limits = {
  /** Text of a message with buttons or a list. */
  body: 1024,
  header: 60,
  footer: 60,
  buttons: 3,
  buttonId: 256,
  buttonTitle: 20,
  listButton: 20,
  sections: 10,
  sectionTitle: 24,
  /** Over all sections. */
  rows: 10,
  rowId: 200,
  rowTitle: 24,
  rowDescription: 72,
} as const

export interface InteractiveButton {
  id: string
  title: string
}

export interface InteractiveRow {
  id: string
  title: string
  description: string | null
}

export interface InteractiveSection {
  title: string | null
  rows: InteractiveRow[]
}

interface Frame {
  header: string | null
  footer: string | null
}

/** As it is stored, and in the fields of the API. */
export type Interactive =
  | (Frame & { type: 'buttons'; buttons: InteractiveButton[] })
  | (Frame & { type: 'list'; button: string; sections: InteractiveSection[] })

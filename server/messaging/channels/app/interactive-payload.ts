// Buttons and lists in the Cloud API's format. Source: Meta's "Interactive reply buttons messages" and "Interactive
// list messages".

import type { Interactive } from '../interactive.ts'

/** `file`: a header that is a file, instead of a text. */
export function interactivePayload(interactive: Interactive, text: string, file: object | null) {
  const { header, footer } = interactive
  const shown = file ?? (header === null ? null : { type: 'text', text: header })
  return {
    type: interactive.type === 'buttons' ? 'button' : 'list',
    ...(shown === null ? {} : { header: shown }),
    body: { text },
    ...(footer === null ? {} : { footer: { text: footer } }),
    action: actionOf(interactive),
  }
}

function actionOf(interactive: Interactive) {
  if (interactive.type === 'buttons')
    return { buttons: interactive.buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) }
  const { button, sections } = interactive
  return {
    button,
    sections: sections.map(({ title, rows }) => ({
      ...(title === null ? {} : { title }),
      rows: rows.map(({ id, title: label, description }) => ({
        id,
        title: label,
        ...(description === null ? {} : { description }),
      })),
    })),
  }
}

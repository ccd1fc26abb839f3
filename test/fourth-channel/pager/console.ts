// Pagers in the console: what console/src/app/channels.ts would hold.

import type { ConsoleChannel } from '../../../console/src/app/channels.ts'

export const pager: ConsoleChannel = { sign: 'phone', text: 'text-warn', fill: 'fill-warn', failureExample: '7' }

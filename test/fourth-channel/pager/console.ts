// The pager channel in the console, as in console/src/app/channels.ts.

import type { ConsoleChannel } from '../../../console/src/app/channels.ts'

export const pager: ConsoleChannel = { sign: 'phone', text: 'text-warn', fill: 'fill-warn', failureExample: '7' }

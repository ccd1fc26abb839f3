// The number of selected conversations: while there are any, shortcuts apply to them and not to the open one.

import { createStore } from '../app/store.ts'

export const chosenCount = createStore(0)

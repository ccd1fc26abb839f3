// The number of selected conversations: while it is not 0, shortcuts apply to them and not to the open one.

import { createStore } from '../app/store.ts'

export const chosenCount = createStore(0)

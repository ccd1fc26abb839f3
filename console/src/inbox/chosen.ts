// How many conversations of the list are chosen: while any is, keys mean them, and not the one that is open.

import { createStore } from '../app/store.ts'

export const chosenCount = createStore(0)

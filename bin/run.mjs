// node bin/run.mjs FILE [words]: runs a program of this repository on the pinned Node. Used by the scripts in
// package.json.

import { join } from 'node:path'
import { launch } from './launch.mjs'
import { root } from './platform.mjs'

const [file, ...words] = process.argv.slice(2)
await launch(join(root, file), words)

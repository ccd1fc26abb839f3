// node bin/run.mjs FILE [words]: runs a program of this folder on the pinned Node. What the scripts of package.json
// begin with.

import { join } from 'node:path'
import { launch } from './launch.mjs'
import { root } from './platform.mjs'

const [file, ...words] = process.argv.slice(2)
await launch(join(root, file), words)

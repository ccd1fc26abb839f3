import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { router } from './app/router.tsx'
import { startWorker } from './app/service-worker.ts'
import { listenForShortcuts } from './app/shortcuts.ts'
import { watchForStale } from './app/stale.ts'
import { showTheme } from './app/theme.ts'
import './design/tokens.css'

showTheme()
listenForShortcuts()
watchForStale()
startWorker((path) => router.history.push(path))
createRoot(document.getElementById('root') as HTMLElement).render(<App />)

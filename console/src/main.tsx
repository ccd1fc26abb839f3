import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { listenForShortcuts } from './app/shortcuts.ts'
import { watchForStale } from './app/stale.ts'
import { showTheme } from './app/theme.ts'
import './design/tokens.css'

showTheme()
listenForShortcuts()
watchForStale()
createRoot(document.getElementById('root') as HTMLElement).render(<App />)

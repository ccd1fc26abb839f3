import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Check, Keyboard, LogOut } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../design/avatar.tsx'
import { Menu, MenuItem, MenuLine } from '../design/menu.tsx'
import { languages, useLanguage, useWords } from './language.tsx'
import { leave, switchOrganization } from './organization-switch.ts'
import { keepPreference } from './preferences.tsx'
import { useSession } from './session.ts'
import { showShortcuts } from './shortcuts-page.tsx'
import { chooseTheme, currentTheme, type Theme } from './theme.ts'
import { words } from './words.ts'

const Chosen = ({ isChosen }: { isChosen: boolean }) => (
  <Check aria-hidden className={`size-4 ${isChosen ? '' : 'invisible'}`} />
)

/** The user menu: organization, language, theme, signing out. */
export function AccountMenu() {
  const w = useWords(words)
  const { user, organization, organizations } = useSession()
  const { language, choose } = useLanguage()
  const [theme, setTheme] = useState(currentTheme)
  const navigate = useNavigate()
  const look = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
    void keepPreference({ theme: chosen }).catch(() => {})
  }
  const speak = (chosen: keyof typeof languages) => {
    choose(chosen)
    void keepPreference({ language: chosen }).catch(() => {})
  }
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="touch flex items-center gap-2 rounded-box px-2 py-1.5 text-start hover:bg-hover"
        >
          <Avatar name={user.display_name} />
          <span className="min-w-0 grow truncate">
            <span className="sr-only">{w.account}: </span>
            {user.display_name}
          </span>
        </button>
      }
    >
      {organizations
        .filter(({ id }) => id !== organization.id)
        .map(({ id, name }) => (
          <MenuItem
            key={id}
            icon={<ArrowLeftRight aria-hidden className="size-4" />}
            onSelect={() => void switchOrganization(id).then(() => navigate({ to: `/${id}/inbox` as string }))}
          >
            {w.switchTo(name)}
          </MenuItem>
        ))}
      {organizations.length > 1 && <MenuLine />}
      {Object.entries(languages).map(([code, name]) => (
        <MenuItem
          key={code}
          icon={<Chosen isChosen={code === language} />}
          onSelect={() => speak(code as keyof typeof languages)}
        >
          <span lang={code}>{name}</span>
        </MenuItem>
      ))}
      <MenuLine />
      {(['system', 'light', 'dark'] as const).map((one) => (
        <MenuItem key={one} icon={<Chosen isChosen={one === theme} />} onSelect={() => look(one)}>
          {w.themes[one]}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={<Keyboard aria-hidden className="size-4" />} shortcut="?" onSelect={showShortcuts}>
        {w.shortcuts}
      </MenuItem>
      <MenuItem
        icon={<LogOut aria-hidden className="size-4" />}
        onSelect={() => void leave().then(() => navigate({ to: '/sign-in' }))}
      >
        {w.signOut}
      </MenuItem>
    </Menu>
  )
}

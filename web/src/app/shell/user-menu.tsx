import { Avatar, UnstyledButton } from '@mantine/core'
import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { lazy, Suspense, useState } from 'react'

const loadMenu = () => import('./account-menu.tsx')
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }))

/** The menu's code is fetched when somebody reaches for it: what places it on the screen weighs more than the page. */
export function UserMenu({ user }: { user: User }) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <UnstyledButton
      aria-label="Your account"
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    >
      <Avatar color="brand" variant="filled" size={34} radius="xl">
        {`${user.first_name.charAt(0)}${user.last_name.charAt(0)}`.toUpperCase()}
      </Avatar>
    </UnstyledButton>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu user={user} target={button} />
    </Suspense>
  )
}

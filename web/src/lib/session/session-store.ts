// The session, in memory and in local storage. Tabs share the storage; each keeps its own state.
import type { User } from '@trading-bot/contract/rest/accounts/auth'

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-in'; readonly user: User }
  | {
      readonly status: 'signed-out'
      readonly error: string | null
      /** Why a session ended that the user did not end. */
      readonly notice: string | null
    }

type Tokens = { access: string; refresh: string }
type SignIn = Tokens & { user: User; remember_me?: boolean }

const KEYS = { access: 'access_token', refresh: 'refresh_token', user: 'user', remember: 'remember_me' } as const

export function createSessionStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  let state: SessionState = { status: 'loading' }
  const listeners = new Set<() => void>()

  function setState(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function storeTokens({ access, refresh }: Tokens): void {
    storage.setItem(KEYS.access, access)
    storage.setItem(KEYS.refresh, refresh)
  }

  function storedUser(): User | null {
    if (!storage.getItem(KEYS.access)) return null
    return parseUser(storage.getItem(KEYS.user))
  }

  function end(notice: string | null = null): void {
    for (const key of Object.values(KEYS)) storage.removeItem(key)
    setState({ status: 'signed-out', error: null, notice })
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Read from storage every time, because another tab may have rotated the tokens. */
    tokens: () => ({ access: storage.getItem(KEYS.access), refresh: storage.getItem(KEYS.refresh) }),
    storeTokens,

    /** The user stored by an earlier visit; an invalid value is cleared and means signed out. */
    restore(): User | null {
      const user = storedUser()
      if (!user) end()
      return user
    },
    /** Called when another tab has changed the storage, which makes nobody an administrator. */
    follow(): void {
      const user = storedUser()
      const known = state.status === 'signed-in' && state.user.id === user?.id ? state.user : undefined
      if (user) {
        setState({ status: 'signed-in', user: { ...user, is_admin: user.is_admin && (known?.is_admin ?? true) } })
      } else if (state.status === 'signed-in') setState({ status: 'signed-out', error: null, notice: null })
    },

    begin: () => setState({ status: 'loading' }),
    fail: (error: string | null) => setState({ status: 'signed-out', error, notice: null }),
    signIn({ user, remember_me = false, ...tokens }: SignIn): void {
      storeTokens(tokens)
      storage.setItem(KEYS.remember, String(remember_me))
      storage.setItem(KEYS.user, JSON.stringify(user))
      setState({ status: 'signed-in', user })
    },
    /** Replaces the stored user with newer data from the server. */
    updateUser(user: User): void {
      storage.setItem(KEYS.user, JSON.stringify(user))
      setState({ status: 'signed-in', user })
    },
    /** The server has refused an administrator's call. */
    loseAdminRole(): void {
      if (state.status !== 'signed-in' || !state.user.is_admin) return
      const user = { ...state.user, is_admin: false }
      storage.setItem(KEYS.user, JSON.stringify(user))
      setState({ status: 'signed-in', user })
    },
    end,
  }
}

// Not validated by the contract's schema: a user stored by an older version is valid and is refetched at start-up.
function parseUser(text: string | null): User | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as User) : null
  } catch {
    return null
  }
}

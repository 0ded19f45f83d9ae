import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react'

/** The most important first; a phone shows one at a time in this order. */
export const BANNER_ORDER = ['connection', 'maintenance', 'switch', 'security', 'terms', 'calendar'] as const
export type BannerKind = (typeof BANNER_ORDER)[number]

type Shown = { readonly id: string; readonly kind: BannerKind }
type Stack = {
  readonly all: readonly Shown[]
  readonly at: number
  readonly showNext: () => void
  readonly add: (banner: Shown) => () => void
}

const Context = createContext<Stack | null>(null)

/** Knows which banners stand, so that a phone can show the first of them and lead to the next. */
export function BannerStack({ children }: { children: ReactNode }) {
  const [banners, setBanners] = useState<readonly Shown[]>([])
  const [chosen, setChosen] = useState(0)
  const add = useCallback((banner: Shown) => {
    setBanners((all) => [...all, banner])
    return () => setBanners((all) => all.filter(({ id }) => id !== banner.id))
  }, [])
  const stack = useMemo(() => {
    const all = banners.toSorted((a, b) => BANNER_ORDER.indexOf(a.kind) - BANNER_ORDER.indexOf(b.kind))
    const at = Math.min(chosen, Math.max(all.length - 1, 0))
    return { all, at, showNext: () => setChosen((at + 1) % Math.max(all.length, 1)), add }
  }, [banners, chosen, add])
  return <Context value={stack}>{children}</Context>
}

/** A banner's place among those that stand: its number, how many there are, and the way to the next. */
export function useBannerPlace(kind: BannerKind) {
  const id = useId()
  const stack = useContext(Context)
  const add = stack?.add
  useEffect(() => add?.({ id, kind }), [add, id, kind])
  const count = stack?.all.length ?? 0
  return { isFirst: stack?.all[stack.at]?.id === id, number: (stack?.at ?? 0) + 1, count, showNext: stack?.showNext }
}

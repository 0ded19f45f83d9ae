import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Long enough that the screen and its charts come first. */
const AHEAD_MS = 5_000

/**
 * What opens above a screen: its code is not part of the first load, but is there before anybody asks for it, because a
 * dialog that stops a bot must not wait for the network.
 */
export function lazyAhead<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  const loadOnce = () => load().then((component) => ({ default: component }))
  // A failure shows itself when the component is wanted.
  setTimeout(() => void loadOnce().catch(() => undefined), AHEAD_MS)
  return lazy(loadOnce)
}

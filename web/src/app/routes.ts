// Every path of the product, its guard and its screen. Each screen is a file of its own that loads when first visited.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import type { COMING } from './coming.ts'
import { guardedBy } from './guards.ts'

const root = createRootRoute()
const accountPages = layout(
  'account',
  lazyRouteComponent(() => import('./account-layout.tsx'), 'AccountLayout'),
)
const shell = layout(
  'shell',
  lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
)

const publicOnly = createRoute({
  getParentRoute: () => accountPages,
  id: 'public-only',
  beforeLoad: guardedBy('public-only'),
})
const userOnly = createRoute({ getParentRoute: () => shell, id: 'user-only', beforeLoad: guardedBy('user-only') })
const signedIn = createRoute({ getParentRoute: () => shell, id: 'signed-in', beforeLoad: guardedBy('signed-in') })
const adminOnly = createRoute({
  getParentRoute: () => shell,
  id: 'admin-only',
  beforeLoad: guardedBy('admin-only'),
  component: lazyRouteComponent(() => import('./admin-area.tsx'), 'AdminArea'),
})

export const routes = root.addChildren([
  accountPages.addChildren([
    publicOnly.addChildren([
      screen(
        publicOnly,
        '/login',
        lazyRouteComponent(() => import('../features/auth/login-page.tsx'), 'LoginPage'),
      ),
      screen(
        publicOnly,
        '/register',
        lazyRouteComponent(() => import('../features/auth/register-page.tsx'), 'RegisterPage'),
      ),
      screen(
        publicOnly,
        '/verify-otp',
        lazyRouteComponent(() => import('../features/auth/verify-otp-page.tsx'), 'VerifyOtpPage'),
      ),
      screen(
        publicOnly,
        '/forgot-password',
        lazyRouteComponent(() => import('../features/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
      ),
      screen(
        publicOnly,
        '/reset-password',
        lazyRouteComponent(() => import('../features/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
      ),
    ]),
  ]),
  shell.addChildren([
    userOnly.addChildren([
      coming(userOnly, '/dashboard'),
      coming(userOnly, '/subscriptions'),
      coming(userOnly, '/pricing'),
      coming(userOnly, '/bot-subscriptions'),
      coming(userOnly, '/credentials'),
      coming(userOnly, '/subscription-flow/$step'),
      coming(userOnly, '/upgrade-downgrade'),
    ]),
    signedIn.addChildren([
      coming(signedIn, '/trades'),
      coming(signedIn, '/analytics'),
      screen(
        signedIn,
        '/profile',
        lazyRouteComponent(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
      ),
    ]),
    adminOnly.addChildren([
      coming(adminOnly, '/admin'),
      coming(adminOnly, '/admin/bot-code'),
      coming(adminOnly, '/admin/subscriptions'),
      coming(adminOnly, '/admin/pricing'),
      coming(adminOnly, '/admin/bot-config'),
      coming(adminOnly, '/admin/logs'),
      coming(adminOnly, '/admin/ec2'),
      coming(adminOnly, '/admin/bots'),
      coming(adminOnly, '/admin/trades'),
      coming(adminOnly, '/admin/analytics'),
      coming(adminOnly, '/admin/symbol-management'),
    ]),
  ]),
  screen(
    root,
    '/dev/mail',
    lazyRouteComponent(() => import('../features/demo-mail/demo-mail-page.tsx'), 'DemoMailPage'),
  ),
  elsewhere('/'),
  elsewhere('$'),
])

function layout<const Id extends string>(id: Id, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, id, component })
}

function screen<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => parent, path, component })
}

/** A screen of a later issue: the path and its guard are there, the page says what will be. */
function coming<Parent extends AnyRoute, const Path extends keyof typeof COMING>(parent: Parent, path: Path) {
  return screen(
    parent,
    path,
    lazyRouteComponent(() => import('./coming-page.tsx'), 'ComingPage'),
  )
}

function elsewhere<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => redirect({ to: '/pricing', replace: true, throw: true }),
  })
}

export { countTakeovers } from './count-takeovers.ts'
export { countLostLeases, endSilentSessions, recentTakeovers, type SilentSession } from './end-silent-sessions.ts'

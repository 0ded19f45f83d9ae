import * as output from '@trading-bot/contract/rest/trading/strategy-output'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { listOutput } from './list-output.ts'
import { readMarks } from './read-marks.ts'

export { openOutputRecorder } from './open-output-recorder.ts'
export { deleteOutputBefore } from './output-store.ts'

export const liveOutputRoutes = [bindRoute(output.listOutput, listOutput), bindRoute(output.readMarks, readMarks)]

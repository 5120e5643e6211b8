import { testFailovers } from './failovers.ts'

testFailovers({ isTimed: false })

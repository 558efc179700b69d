import { FailureNotice } from "@/components/shell/failure-notice";
import { FullPage } from "@/components/shell/full-page";
import { NothingHere } from "@/components/shell/nothing-here";

/**
 * What every page brings, named where every page begins. To the bundler the error and not-found screens of each layout are
 * entries of their own, loaded with every page: without this each would bring its own copy of links, buttons and icons.
 */
export const EVERYWHERE = [FailureNotice, FullPage, NothingHere];

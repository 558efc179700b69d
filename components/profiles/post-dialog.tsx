"use client";

import { useState } from "react";
import { PostCard } from "@/components/posts/post-card/post-card";
import { Dialog } from "@/components/ui/dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Post } from "@/lib/posts/schema";

const Lightbox = lazyComponent(() =>
  import("@/components/posts/lightbox/lightbox").then((module) => module.Lightbox),
);

/** Opens a post of the grid in a dialog: the card of the feed, with its comments open. */
export function PostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [isMediaOpen, setIsMediaOpen] = useState(false);
  const closeMedia = () => setIsMediaOpen(false);
  return (
    <Dialog open onOpenChange={onClose} title="Post" hideTitle>
      <div className="-m-5 [&>article]:rounded-none [&>article]:border-0 [&>article]:shadow-none">
        <PostCard post={post} isStandalone onOpenMedia={() => setIsMediaOpen(true)} onDeleted={onClose} />
      </div>
      {isMediaOpen && (
        <Lightbox
          posts={[post]}
          openId={post._id}
          onMove={() => {}}
          onClose={closeMedia}
          onLoadError={closeMedia}
        />
      )}
    </Dialog>
  );
}

"""Memory for lists and rows in compiled rules: counted, and owned by one thread.

The compiler's own runtime counts owners atomically, by calls, and asks for memory twice for every list.
What compiled rules make never leaves the call that made it, so plain counting will do; it is linked in as
text, to be optimised with everything else. The layout of what is counted is the compiler's: owners,
destructor, its argument, data, size, and one more word. Data lie behind that until they grow; where they have
gone is kept in place of the destructor's argument. The last word says of destructors that they take the data
alone: those of lists and sets do, the others take three arguments.
"""

from __future__ import annotations

import platform
import sys

HEADER = 48
"""The bytes before the data."""

SPACE = 1024
"""The bytes that a list has at least: some hundred moves, so that most lists never grow."""

LARGE = HEADER + SPACE + 16
"""The bytes of a large block: what is not larger lies in a block that is used again."""

SMALL = 128
"""The bytes of a small block, for tuples of up to ten numbers: so they lie close together."""

THREADS = 64
"""So many threads can have blocks of their own at a time; others ask the system."""

BLOCKS = """
%place = type { i64, ptr, ptr, i64 }

@outwit_threads = internal global [SLOTS x %place] zeroinitializer

declare ptr @llvm.thread.pointer()

define ptr @outwit_place() #0 {
    %pointer = call ptr @llvm.thread.pointer()
    %thread = ptrtoint ptr %pointer to i64
    %high = lshr i64 %thread, 12
    %higher = lshr i64 %thread, 20
    %mixed = xor i64 %high, %higher
    %slot = and i64 %mixed, LASTSLOT
    %place = getelementptr [SLOTS x %place], ptr @outwit_threads, i64 0, i64 %slot
    %owner = load atomic i64, ptr %place monotonic, align 8
    %mine = icmp eq i64 %owner, %thread
    br i1 %mine, label %done, label %ask
ask:
    %claim = cmpxchg ptr %place, i64 0, i64 %thread acq_rel acquire
    %first = extractvalue { i64, i1 } %claim, 1
    br i1 %first, label %done, label %none
none:
    ret ptr null
done:
    ret ptr %place
}

define ptr @outwit_free_blocks(ptr %place, i64 %bytes) #0 {
    %little = icmp ule i64 %bytes, SMALL
    %large = getelementptr %place, ptr %place, i32 0, i32 1
    %small = getelementptr %place, ptr %place, i32 0, i32 2
    %head_at = select i1 %little, ptr %small, ptr %large
    ret ptr %head_at
}

define noalias ptr @outwit_take(i64 %bytes) #0 {
    %huge = icmp ugt i64 %bytes, LARGE
    br i1 %huge, label %system, label %block
block:
    %place = call ptr @outwit_place()
    %nowhere = icmp eq ptr %place, null
    br i1 %nowhere, label %new, label %look
look:
    %head_at = call ptr @outwit_free_blocks(ptr %place, i64 %bytes)
    %head = load ptr, ptr %head_at
    %empty = icmp eq ptr %head, null
    br i1 %empty, label %new, label %pop
pop:
    %next = load ptr, ptr %head
    store ptr %next, ptr %head_at
    ret ptr %head
new:
    %little = icmp ule i64 %bytes, SMALL
    %size = select i1 %little, i64 SMALL, i64 LARGE
    %fresh = call ptr @malloc(i64 %size)
    ret ptr %fresh
system:
    %own = call ptr @malloc(i64 %bytes)
    ret ptr %own
}

define void @outwit_give(ptr %info) #0 {
    %size_at = getelementptr %info, ptr %info, i32 0, i32 4
    %size = load i64, ptr %size_at
    %bytes = add i64 %size, HEADER
    %moved_at = getelementptr %info, ptr %info, i32 0, i32 2
    %moved = load ptr, ptr %moved_at
    %stayed = icmp eq ptr %moved, null
    %fits = icmp ule i64 %bytes, LARGE
    %is_block = and i1 %stayed, %fits
    br i1 %is_block, label %block, label %system
block:
    %place = call ptr @outwit_place()
    %nowhere = icmp eq ptr %place, null
    br i1 %nowhere, label %system, label %push
push:
    %head_at = call ptr @outwit_free_blocks(ptr %place, i64 %bytes)
    %head = load ptr, ptr %head_at
    store ptr %head, ptr %info
    store ptr %info, ptr %head_at
    ret void
system:
    call void @free(ptr %info)
    ret void
}
"""
"""Blocks of two sizes, kept in lists for each thread: where there is a word that tells threads apart."""

SYSTEM = """
define noalias ptr @outwit_take(i64 %bytes) #0 {
    %info = call ptr @malloc(i64 %bytes)
    ret ptr %info
}

define void @outwit_give(ptr %info) #0 {
    call void @free(ptr %info)
    ret void
}
"""
"""The same by asking the system each time."""

BRIEF = """
%info = type { i64, ptr, ptr, ptr, i64, ptr }

declare noalias ptr @malloc(i64) #1
declare noalias ptr @realloc(ptr, i64) #1
declare void @free(ptr) #1
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @NRT_incref(ptr %info) #0 {
    %none = icmp eq ptr %info, null
    br i1 %none, label %done, label %count
count:
    %owners = load i64, ptr %info
    %more = add i64 %owners, 1
    store i64 %more, ptr %info
    br label %done
done:
    ret void
}

define void @NRT_decref(ptr %info) #0 {
    %none = icmp eq ptr %info, null
    br i1 %none, label %done, label %count
count:
    %owners = load i64, ptr %info
    %less = sub i64 %owners, 1
    store i64 %less, ptr %info
    %last = icmp eq i64 %less, 0
    br i1 %last, label %drop, label %done
drop:
    call void @NRT_MemInfo_call_dtor(ptr %info)
    br label %done
done:
    ret void
}

define void @NRT_MemInfo_call_dtor(ptr %info) #2 {
    %dtor_at = getelementptr %info, ptr %info, i32 0, i32 1
    %dtor = load ptr, ptr %dtor_at
    %data_at = getelementptr %info, ptr %info, i32 0, i32 3
    %plain = icmp eq ptr %dtor, null
    br i1 %plain, label %kept, label %destroy
destroy:
    %data = load ptr, ptr %data_at
    %brief_at = getelementptr %info, ptr %info, i32 0, i32 5
    %brief = load ptr, ptr %brief_at
    %long = icmp eq ptr %brief, null
    br i1 %long, label %three, label %one
one:
    call void %dtor(ptr %data)
    br label %kept
three:
    %size_at = getelementptr %info, ptr %info, i32 0, i32 4
    %size = load i64, ptr %size_at
    call void %dtor(ptr %data, i64 %size, ptr null)
    br label %kept
kept:
    %moved_at = getelementptr %info, ptr %info, i32 0, i32 2
    %moved = load ptr, ptr %moved_at
    %here = icmp eq ptr %moved, null
    br i1 %here, label %end, label %away
away:
    call void @free(ptr %moved)
    br label %end
end:
    call void @outwit_give(ptr %info)
    ret void
}

define noalias ptr @NRT_MemInfo_alloc_dtor(i64 %size, ptr %dtor) #0 {
    %bytes = add i64 %size, HEADER
    %info = call ptr @outwit_take(i64 %bytes)
    %failed = icmp eq ptr %info, null
    br i1 %failed, label %done, label %fill
fill:
    %data = getelementptr i8, ptr %info, i64 HEADER
    %dtor_at = getelementptr %info, ptr %info, i32 0, i32 1
    %moved_at = getelementptr %info, ptr %info, i32 0, i32 2
    %data_at = getelementptr %info, ptr %info, i32 0, i32 3
    %size_at = getelementptr %info, ptr %info, i32 0, i32 4
    store i64 1, ptr %info
    store ptr %dtor, ptr %dtor_at
    store ptr null, ptr %moved_at
    store ptr %data, ptr %data_at
    %brief_at = getelementptr %info, ptr %info, i32 0, i32 5
    store i64 %size, ptr %size_at
    store ptr null, ptr %brief_at
    br label %done
done:
    ret ptr %info
}

define noalias ptr @NRT_MemInfo_alloc(i64 %size) #0 {
    %info = call ptr @NRT_MemInfo_alloc_dtor(i64 %size, ptr null)
    ret ptr %info
}

define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) #0 {
    %wide = zext i32 %align to i64
    %bytes = add i64 %size, %wide
    %info = call ptr @NRT_MemInfo_alloc_dtor(i64 %bytes, ptr null)
    %failed = icmp eq ptr %info, null
    br i1 %failed, label %done, label %shift
shift:
    %data_at = getelementptr %info, ptr %info, i32 0, i32 3
    %data = load ptr, ptr %data_at
    %at = ptrtoint ptr %data to i64
    %less = sub i64 %wide, 1
    %up = add i64 %at, %less
    %mask = xor i64 %less, -1
    %place = and i64 %up, %mask
    %aligned = inttoptr i64 %place to ptr
    store ptr %aligned, ptr %data_at
    br label %done
done:
    ret ptr %info
}

define noalias ptr @NRT_MemInfo_new_varsize(i64 %size) #0 {
    %info = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr null)
    ret ptr %info
}

define noalias ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr %dtor) #0 {
    %little = icmp ult i64 %size, SPACE
    %room = select i1 %little, i64 SPACE, i64 %size
    %info = call ptr @NRT_MemInfo_alloc_dtor(i64 %room, ptr %dtor)
    %failed = icmp eq ptr %info, null
    br i1 %failed, label %done, label %mark
mark:
    %brief_at = getelementptr %info, ptr %info, i32 0, i32 5
    store ptr %info, ptr %brief_at
    br label %done
done:
    ret ptr %info
}

define ptr @NRT_MemInfo_varsize_alloc(ptr %info, i64 %size) #2 {
    %data = call ptr @malloc(i64 %size)
    %data_at = getelementptr %info, ptr %info, i32 0, i32 3
    %moved_at = getelementptr %info, ptr %info, i32 0, i32 2
    %size_at = getelementptr %info, ptr %info, i32 0, i32 4
    store ptr %data, ptr %data_at
    store ptr %data, ptr %moved_at
    store i64 %size, ptr %size_at
    ret ptr %data
}

define void @NRT_MemInfo_varsize_free(ptr %info, ptr %old) #2 {
    %here = getelementptr i8, ptr %info, i64 HEADER
    %inside = icmp eq ptr %old, %here
    br i1 %inside, label %done, label %away
away:
    %moved_at = getelementptr %info, ptr %info, i32 0, i32 2
    %moved = load ptr, ptr %moved_at
    %current = icmp eq ptr %moved, %old
    br i1 %current, label %forget, label %drop
forget:
    store ptr null, ptr %moved_at
    br label %drop
drop:
    call void @free(ptr %old)
    br label %done
done:
    ret void
}

define ptr @NRT_MemInfo_varsize_realloc(ptr %info, i64 %size) #2 {
    %data_at = getelementptr %info, ptr %info, i32 0, i32 3
    %moved_at = getelementptr %info, ptr %info, i32 0, i32 2
    %size_at = getelementptr %info, ptr %info, i32 0, i32 4
    %moved = load ptr, ptr %moved_at
    %data = load ptr, ptr %data_at
    %before = load i64, ptr %size_at
    %enough = icmp uge i64 %before, %size
    br i1 %enough, label %stay, label %move
stay:
    ret ptr %data
move:
    %room = shl i64 %size, 1
    %here = icmp eq ptr %moved, null
    br i1 %here, label %leave, label %grow
leave:
    %fresh = call ptr @malloc(i64 %room)
    %failed = icmp eq ptr %fresh, null
    br i1 %failed, label %nothing, label %copy
copy:
    call void @llvm.memcpy.p0.p0.i64(ptr %fresh, ptr %data, i64 %before, i1 false)
    br label %note
grow:
    %grown = call ptr @realloc(ptr %moved, i64 %room)
    %lost = icmp eq ptr %grown, null
    br i1 %lost, label %nothing, label %note
note:
    %new = phi ptr [ %fresh, %copy ], [ %grown, %grow ]
    store ptr %new, ptr %data_at
    store ptr %new, ptr %moved_at
    store i64 %room, ptr %size_at
    ret ptr %new
nothing:
    ret ptr null
}

attributes #0 = { alwaysinline nounwind }
attributes #1 = { nounwind }
attributes #2 = { noinline nounwind }
"""
"""The runtime, without its memory, as the compiler's intermediate text."""


def runtime() -> str:
    """The runtime for this machine."""
    tells = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
    text = BRIEF + (BLOCKS if tells else SYSTEM)
    sizes = {
        "HEADER": HEADER,
        "SPACE": SPACE,
        "LARGE": LARGE,
        "SMALL": SMALL,
        "LASTSLOT": THREADS - 1,
        "SLOTS": THREADS,
    }
    for name, size in sizes.items():
        text = text.replace(name, str(size))
    return text


RUNTIME = runtime()

NAMES = tuple(
    line.partition("@")[2].partition("(")[0] for line in RUNTIME.splitlines() if line.startswith("define")
)
"""What it defines."""
